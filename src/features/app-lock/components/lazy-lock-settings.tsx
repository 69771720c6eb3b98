import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `AppLockSettings`, whose code and texts are loaded with the settings. */
export const LazyLockSettings = createLazyComponent(async () => {
  const [module] = await Promise.all([import('./lock-settings.tsx'), loadCatalogueGroup('lock')]);
  return module.AppLockSettings;
});
