import { useEffect } from 'react';

/** Keeps the screen lit while `active`; where the device can't or won't, everything else goes on. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return undefined;
    let sentinel: WakeLockSentinel | null = null;
    let over = false;
    const ask = () => {
      // The browser takes the lock back when the page is hidden, so it is asked for again.
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (given) => {
          sentinel = given;
          if (over) void given.release();
        },
        () => {},
      );
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void sentinel?.release();
    };
  }, [active]);
}
