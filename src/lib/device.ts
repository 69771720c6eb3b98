import { useEffect, useSyncExternalStore } from 'react';
import {
  getNetworkState,
  isNetworkReached,
  type NetworkState,
  onNetworkChange,
} from './network.ts';

/** Returns whether the server counts as reachable (network.ts), and rerenders when that changes; true on the server. */
export const useNetworkReached = (): boolean =>
  useSyncExternalStore(onNetworkChange, isNetworkReached, () => true);

/** Returns what the last request found (network.ts), and rerenders when that changes; `reached` on the server. */
export const useNetworkState = (): NetworkState =>
  useSyncExternalStore(onNetworkChange, getNetworkState, () => 'reached');

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
        // Refused, as with a battery that is low, the screen turns off as it always does.
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

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function onMotionChange(listener: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Returns whether the person asks for less motion; the server, which does not know, renders as if they did not. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    onMotionChange,
    () => matchMedia(REDUCED_MOTION).matches,
    () => false,
  );

/** Returns whether the device is mainly used by touch (`pointer: coarse`), as phones and tablets are. */
export const isTouchDevice = () => matchMedia('(pointer: coarse)').matches;

/** Returns whether the device can vibrate: the browser has the API and the device is used by touch. */
export const canVibrate = () => 'vibrate' in navigator && isTouchDevice();

// Browsers may read the blob some time after the click, so its URL is revoked late.
const REVOKE_AFTER_MS = 60_000;

/** Saves text or bytes as a download with this file name and MIME type. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
