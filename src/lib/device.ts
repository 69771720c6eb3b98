import { useEffect, useSyncExternalStore } from 'react';
import { keepScreenOn } from './device-hardware.ts';
import { getNetworkState, isOnline, type NetworkState, onNetworkChange } from './network.ts';

/** Returns whether there is a network (`isOnline`), and rerenders when that changes; true on the server. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(onNetworkChange, isOnline, () => true);

/** Returns what the last request found (network.ts), and rerenders when that changes; `reached` on the server. */
export const useNetworkState = (): NetworkState =>
  useSyncExternalStore(onNetworkChange, getNetworkState, () => 'reached');

/** Keeps the screen on while `active`; ignored where the device does not support or refuses it. */
export function useWakeLock(active: boolean): void {
  useEffect(() => (active ? keepScreenOn() : undefined), [active]);
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

// Browsers may read the blob some time after the click, so its URL is revoked late.
const REVOKE_AFTER_MS = 60_000;

/** Saves text or bytes as a download with this file name and MIME type. */
export function saveAsDownload(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
