/** How long the app may be out of sight before it is locked again, in milliseconds. */
const ABSENCE_MS = 5 * 60_000;

/**
 * Locks the app again, by loading it anew, when it comes back after five minutes out of sight, but not while `isBusy`: a
 * session is heard with the screen off. Until the page is closed.
 */
export function reloadToLockAfterAbsence(isBusy: () => boolean): void {
  let hiddenAt: number | null = null;
  const watch = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt >= ABSENCE_MS && !isBusy())
      location.reload();
  };
  document.addEventListener('visibilitychange', watch);
}
