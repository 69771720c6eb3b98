import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/**
 * Says, while the server is not reached, that something can't be done without a network, before it is tried. Loaded with
 * its page, so that it is there when the network goes.
 */
export const NeedsNetwork = lazyComponent(async () => {
  const [module] = await Promise.all([import('./network-notice.tsx'), loadTexts('offline')]);
  return module.NetworkNotice;
});
