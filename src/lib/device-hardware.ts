/** Returns whether the device is mainly used by touch (`pointer: coarse`), as phones and tablets are. */
export const isTouchDevice = () => matchMedia('(pointer: coarse)').matches;

/** Returns whether the device can vibrate: the browser has the API and the device is used by touch. */
export const canVibrate = () => 'vibrate' in navigator && isTouchDevice();

/** Keeps the screen on until the function that it returns is called; ignored where the device does not support or refuses it. */
export function keepScreenOn(): () => void {
  // Without a secure context there is none.
  const { wakeLock } = navigator as Partial<Navigator>;
  if (!wakeLock) return () => {};
  let sentinel: WakeLockSentinel | null = null;
  let isOver = false;
  const requestLock = () => {
    // The browser releases the lock when the page is hidden, so it is requested again.
    if (document.visibilityState !== 'visible') return;
    wakeLock.request('screen').then(
      (given) => {
        sentinel = given;
        if (isOver) void given.release();
      },
      // Refused, as with a battery that is low, the screen turns off as it always does.
      () => {},
    );
  };
  requestLock();
  document.addEventListener('visibilitychange', requestLock);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', requestLock);
    void sentinel?.release();
  };
}
