import type { QueryClient } from '@tanstack/react-query';
import { setGetSender } from '#web/lib/api.ts';
import { whenIdle } from '#web/lib/idle.ts';

// The shell needs this only once the app is kept on the device, or somebody has a pass.
const load = () => import('./offline.ts');

/** Keeps the replies to what the pages ask for, where the app itself is kept, and answers with them without a network. */
export function enableOfflineReplies(): void {
  if (navigator.serviceWorker?.controller)
    setGetSender(async (...request) => (await load()).fetchWithOfflineFallback(...request));
}

/**
 * Calls the function of this name in offline.ts once the browser is idle. Where its code can't be had, the app works with
 * a network.
 */
export const startOffline = (queryClient: QueryClient, language: string): void =>
  whenIdle(() => {
    load().then(
      (offline) => offline.startOffline(queryClient, language),
      () => {},
    );
  });

/** Deletes the kept replies of everybody from this device. */
export const clearReplies = async () => (await load()).clearReplies();
