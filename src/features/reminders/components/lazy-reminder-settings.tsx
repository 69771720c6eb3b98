import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `ReminderSettings`, whose code and texts are loaded with the settings. */
export const LazyReminderSettings = lazyComponent(async () => {
  const [module] = await Promise.all([
    import('./reminder-settings.tsx'),
    loadCatalogueGroup('offline'),
  ]);
  return module.ReminderSettings;
});
