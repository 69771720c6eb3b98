import type { QueryClient } from '@tanstack/react-query';
import { requestServer, setGetRequestSenderAndTakeEarlyReplies } from '#web/lib/api.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { getNetworkState, onServerReachableAgain } from '#web/lib/network.ts';
import { askServiceWorker } from './ask-worker.ts';

// The shell needs this only once the app is kept on the device, or a person has a pass.
const load = () => import('./offline.ts');

/**
 * If a service worker controls the page, sends GETs by `requestWithStoredFallback`, which stores their replies and
 * answers with them without a network.
 */
export function enableOfflineFallbackIfControlled(): void {
  if (navigator.serviceWorker?.controller)
    setGetRequestSenderAndTakeEarlyReplies(async (...request) => {
      // Where its code came wrong, the network alone answers.
      const offline = await load().catch(() => null);
      return (offline?.requestWithStoredFallback ?? requestServer)(...request);
    });
}

/**
 * Loads offline.ts once the browser is idle and calls its `startOfflineSupport`; where it does not come, again once the network
 * returns. Without it the app works with a network only.
 */
export const startOfflineSupport = (queryClient: QueryClient, language: string): void =>
  void waitForIdle()
    .then(load)
    .then(
      (offline) => offline.startOfflineSupport(queryClient, language),
      () => {
        const stop = onServerReachableAgain(
          () => (stop(), startOfflineSupport(queryClient, language)),
        );
      },
    );

/** Whether something was pressed or typed since the page was opened; `navigator.userActivation` counts former pages too. */
let isInUse = false;

/** Has the page opened again by `openMended` where any of its code does not come, as Vite tells. */
export function reopenPageOnMissingCode(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => (isInUse = true), { once: true, capture: true });
  addEventListener('vite:preloadError', () => void openMended(), { once: true });
}

/**
 * Opens the page again, once and not where a person uses it, when the service worker has mended what it keeps: a script that
 * came wrong stays missing in the document that asked for it.
 */
async function openMended(): Promise<void> {
  const isWhole = (await askServiceWorker('keep-app')) === true;
  // It outlives the reload.
  const state = history.state as { isMended?: boolean } | null;
  // What is missing without a network is not on this device, and would be missing again.
  if (!isWhole || isInUse || state?.isMended || getNetworkState() !== 'reached') return;
  history.replaceState({ ...state, isMended: true }, '');
  location.reload();
}

/** Reads the stored replies to GETs of these URLs; undefined for each that is not there. */
export const readCachedReplies = async (urls: readonly string[]): Promise<unknown[]> =>
  (await load()).readCachedReplies(urls);

/** Deletes all stored API replies from this device. */
export const deleteCachedReplies = async () => (await load()).deleteCachedReplies();
