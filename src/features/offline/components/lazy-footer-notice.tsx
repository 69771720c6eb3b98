// At the start: the browser tells once, and early, that the app can be installed.
import '#web/lib/install-offer.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `FooterNotice`, whose code and texts are loaded once the page is idle. */
export const LazyFooterNotice = createLazyComponent(async () => {
  await waitForIdle();
  const [module] = await Promise.all([
    import('./footer-notice.tsx'),
    loadCatalogueGroup('offline'),
  ]);
  return module.FooterNotice;
});
