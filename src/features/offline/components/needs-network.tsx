import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/**
 * While the server is not reached, says that an action needs a network, before it is tried. Loaded with its page, so
 * that it is there when the network goes.
 */
export const LazyNetworkNotice = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./network-notice.tsx'),
    loadCatalogueGroup('offline'),
  ]);
  return module.NetworkNotice;
});
