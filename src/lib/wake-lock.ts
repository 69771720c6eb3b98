import { useEffect } from 'react';

/** Holds a screen wake lock while `active`; ignored where the device does not support or refuses it. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return undefined;
    let sentinel: WakeLockSentinel | null = null;
    let over = false;
    const requestLock = () => {
      // The browser releases the lock when the page is hidden, so it is requested again.
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (given) => {
          sentinel = given;
          if (over) void given.release();
        },
        () => {},
      );
    };
    requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', requestLock);
      void sentinel?.release();
    };
  }, [active]);
}
