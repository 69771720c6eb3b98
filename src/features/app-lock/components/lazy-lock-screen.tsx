import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `LockScreen`, whose code and texts are loaded where the lock is on. */
export const LazyLockScreen = createLazyComponent(async () => {
  const [module] = await Promise.all([import('./lock-screen.tsx'), loadCatalogueGroup('lock')]);
  return module.LockScreen;
});
