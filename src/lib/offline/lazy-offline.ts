import type { QueryClient } from '@tanstack/react-query';
import { setGetSender } from '#web/lib/api.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { onNetworkReturn } from '#web/lib/network.ts';

// The shell needs this only once the app is kept on the device, or somebody has a pass.
const load = () => import('./offline.ts');

/**
 * If a service worker controls the page, sends GETs by `fetchWithOfflineFallback`, which stores their replies and
 * answers with them without a network.
 */
export function enableOfflineReplies(): void {
  if (navigator.serviceWorker?.controller)
    setGetSender(async (...request) => (await load()).fetchWithOfflineFallback(...request));
}

/**
 * Loads offline.ts once the browser is idle and calls its `startOffline`; where it does not come, again once the network
 * returns. Without it the app works with a network only.
 */
export const startOffline = (queryClient: QueryClient, language: string): void =>
  void waitForIdle()
    .then(load)
    .then(
      (offline) => offline.startOffline(queryClient, language),
      () => {
        const stop = onNetworkReturn(() => (stop(), startOffline(queryClient, language)));
      },
    );

/** Reads the stored replies to GETs of these URLs; undefined for each that is not there. */
export const readCachedReplies = async (urls: readonly string[]): Promise<unknown[]> =>
  (await load()).readCachedReplies(urls);

/** Deletes all stored API replies from this device, whoever they belong to. */
export const clearReplies = async () => (await load()).clearReplies();
