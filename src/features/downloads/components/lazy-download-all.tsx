import { waitForIdle } from '#web/lib/idle.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `DownloadAllButton`, whose code is loaded once the page is idle. */
export const LazyDownloadAll = lazyComponent(async () => {
  await waitForIdle();
  return (await import('./download-all.tsx')).DownloadAllButton;
});
