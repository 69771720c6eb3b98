import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `LockStatement`, whose code and texts are loaded with the dialogs that show it. */
export const LazyLockStatement = lazyComponent(async () => {
  const [module] = await Promise.all([import('./lock-statement.tsx'), loadTexts('offline')]);
  return module.LockStatement;
});

/** `ScreenLock`, whose code and texts are loaded after the player's page. */
export const LazyScreenLock = lazyComponent(async () => {
  const [module] = await Promise.all([import('./screen-lock.tsx'), loadTexts('offline')]);
  return module.ScreenLock;
});

/** `Pocket`, loaded with it. */
export const LazyPocket = lazyComponent(async () => {
  const [module] = await Promise.all([import('./screen-lock.tsx'), loadTexts('offline')]);
  return module.Pocket;
});
