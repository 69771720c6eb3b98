import { waitForIdle } from '#web/lib/idle.ts';
import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `ReadyLine`, whose code and texts are loaded once the page is idle. */
export const LazyReadyLine = lazyComponent(async () => {
  await waitForIdle();
  const [module] = await Promise.all([import('./ready-line.tsx'), loadTexts('offline')]);
  return module.ReadyLine;
});
