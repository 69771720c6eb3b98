import { waitForIdle } from '#web/lib/idle.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `OfflineReadyLine`, whose code and texts are loaded once the page is idle. */
export const LazyOfflineReadyLine = createLazyComponent(async () => {
  await waitForIdle();
  const [module] = await Promise.all([import('./ready-line.tsx'), loadCatalogueGroup('offline')]);
  return module.OfflineReadyLine;
});
