import { useEffect, useSyncExternalStore } from 'react';
import { getNetworkState, isOnline, type NetworkState, onNetworkChange } from './network.ts';

/** Returns whether there is a network (`isOnline`), and rerenders when that changes; true on the server. */
export const useOnline = (): boolean => useSyncExternalStore(onNetworkChange, isOnline, () => true);

/** Returns what the last request found (network.ts), and rerenders when that changes; `reached` on the server. */
export const useServerReachability = (): NetworkState =>
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

/** Creates a hook that returns whether a media query matches; on the server, which does not know, it never does. */
function createMediaHook(query: string): () => boolean {
  const onChange = (listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return () =>
    useSyncExternalStore(
      onChange,
      () => matchMedia(query).matches,
      () => false,
    );
}

/** Returns whether the person asks for less motion; the server renders as if they did not. */
export const useReducedMotion = createMediaHook('(prefers-reduced-motion: reduce)');

/** Returns whether the page has a second column (`wide` in theme.css); not until it is there where the server rendered it. */
export const useIsWide = createMediaHook('(width >= 56.25rem)');

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
