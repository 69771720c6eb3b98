import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `ReminderSettings`, loaded with the settings and its own words. */
export const LazyReminderSettings = lazyComponent(async () => {
  const [module] = await Promise.all([import('./reminder-settings.tsx'), loadTexts('offline')]);
  return module.ReminderSettings;
});
