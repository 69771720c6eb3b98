import { waitForIdle } from '#web/lib/idle.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** `DownloadAllButton`, whose code is loaded once the page is idle. */
export const LazyDownloadAll = createLazyComponent(async () => {
  await waitForIdle();
  return (await import('./download-all.tsx')).DownloadAllButton;
});
