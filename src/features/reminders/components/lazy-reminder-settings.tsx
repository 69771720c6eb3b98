import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `ReminderSettingsForm`, whose code and texts are loaded with the settings. */
export const LazyReminderSettings = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./reminder-settings.tsx'),
    loadCatalogueGroup('offline'),
  ]);
  return module.ReminderSettingsForm;
});
