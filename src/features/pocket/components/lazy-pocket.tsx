import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `PhoneLockNotice`, whose code and texts are loaded with the dialogs that show it. */
export const LazyPhoneLockNotice = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./lock-statement.tsx'),
    loadCatalogueGroup('offline'),
  ]);
  return module.PhoneLockNotice;
});

/** `PlayerPhoneLockNotice`, whose code and texts are loaded after the player's page. */
export const LazyPlayerPhoneLockNotice = createLazyComponent(async () => {
  const [module] = await Promise.all([import('./screen-lock.tsx'), loadCatalogueGroup('offline')]);
  return module.PlayerPhoneLockNotice;
});

/** `PocketModeWhileOpen`, loaded with its words. */
export const LazyPocketModeWhileOpen = createLazyComponent(async () => {
  const [module] = await Promise.all([import('./screen-lock.tsx'), loadCatalogueGroup('offline')]);
  return module.PocketModeWhileOpen;
});
