/** How long the app may be out of sight before it is locked again, in milliseconds. */
const ABSENCE_MS = 5 * 60_000;

/** Whether sound plays: a session is heard with the screen off. */
const isPlaying = () => navigator.mediaSession?.playbackState === 'playing';

/** Locks the app again, by loading it anew, when it comes back after five minutes out of sight. Returns the stop function. */
export function lockAfterAbsence(): () => void {
  let hiddenAt: number | null = null;
  const watch = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt >= ABSENCE_MS && !isPlaying())
      location.reload();
  };
  document.addEventListener('visibilitychange', watch);
  return () => document.removeEventListener('visibilitychange', watch);
}
