import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import {
  findApiIdentity,
  setGetRequestSenderAndTakeEarlyReplies,
  setAcceptedWriteListener,
} from '#web/lib/api.ts';
import { findServerRenderMoment } from '#web/lib/preloaded-replies.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { onServerReachableAgain } from '#web/lib/network.ts';
import { askServiceWorker } from './ask-worker.ts';
import { cachePageRepliesIfDue } from './cache-pages.ts';
import { cacheLoadedFiles } from './keep-loaded-files.ts';
import { logStorageFailure } from './log-failure.ts';
import { startServerProbe } from './probe.ts';
import { refetchRepliesChangedBy } from './refetch-changed.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { APP_KEPT_SINCE_KEY } from './cache-names.ts';
import {
  cacheEarlyReply,
  cachePreloadedReplies,
  requestWithStoredFallback,
  readCachedReplies,
  drainUrlsServedOffline,
} from './offline-fallback.ts';

export { deleteCachedReplies } from './reply-cache.ts';
export { requestWithStoredFallback, readCachedReplies };

let stop = () => {};

/** How long after that the rest of it is fetched: not at the first visit, which has enough to fetch. */
const REST_AFTER_MS = 3_600_000;

/** Has the service worker cache the other language's words and, at a later visit, what few people open. */
function cacheMoreFiles(worker: ServiceWorker): void {
  const since = Number(deviceStorage.read(APP_KEPT_SINCE_KEY) ?? Number.NaN);
  const isLaterVisit = Math.abs(Date.now() - since) >= REST_AFTER_MS;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  worker.postMessage(isLaterVisit ? 'keep-rest' : 'keep-words');
}

/** Goes to the page that the service worker asks for (src/features/reminders/engine/notification.ts), and says so. */
function openAskedPage({ data, ports }: MessageEvent<{ open?: string } | undefined>): void {
  if (data?.open === undefined) return;
  navigate(data.open);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
  ports[0]?.postMessage(true);
}

/**
 * Registers the service worker, stores what the pages need without a network, and refetches what was shown from this
 * device once the server is reached again. Only in production; a second call replaces the first.
 */
export function startOfflineSupport(queryClient: QueryClient, language: string): void {
  stop();
  const { serviceWorker } = navigator;
  // Without a secure context there is none, and the development server has none to give.
  if (!serviceWorker || !import.meta.env.PROD) return;
  // Before anything is kept, which knows by it that a signed-in person has the app here.
  if (deviceStorage.read(APP_KEPT_SINCE_KEY) === null)
    deviceStorage.write(APP_KEPT_SINCE_KEY, String(Date.now()));
  const keep = () => {
    const { controller } = serviceWorker;
    if (!controller) return;
    for (const [url, reply] of setGetRequestSenderAndTakeEarlyReplies(requestWithStoredFallback))
      cacheEarlyReply(url, reply);
    setAcceptedWriteListener(refetchRepliesChangedBy);
    const uid = findApiIdentity()?.uid;
    if (!uid) return;
    const preloaded = cachePreloadedReplies(
      uid,
      findServerRenderMoment()?.at.getTime() ?? performance.timeOrigin,
    ).catch((error: unknown) =>
      logStorageFailure('The replies of this page could not be kept', error),
    );
    if (!navigator.onLine) return;
    cacheLoadedFiles();
    const keepAll = async () => {
      await preloaded;
      // Until then the worker of a visitor keeps help alone.
      await askServiceWorker('keep-app');
      await cachePageRepliesIfDue(uid, language);
      cacheMoreFiles(controller);
    };
    // What could not be had is fetched at the next start.
    keepAll().catch((error: unknown) =>
      logStorageFailure('The app could not be kept whole', error),
    );
  };
  const onReturn = () => {
    const open = queryClient.getQueryCache().findAll({ type: 'active' });
    const shown = new Set(open.map(({ queryKey, state }) => state.data && String(queryKey[0])));
    const urls = drainUrlsServedOffline((url) => shown.has(url));
    void queryClient.invalidateQueries({
      predicate: ({ queryKey, state }) => urls.has(String(queryKey[0])) || state.status === 'error',
    });
    keep();
  };
  serviceWorker.addEventListener('controllerchange', keep);
  serviceWorker.addEventListener('message', openAskedPage);
  const stops = [onServerReachableAgain(onReturn), startServerProbe()];
  stop = () => {
    serviceWorker.removeEventListener('controllerchange', keep);
    serviceWorker.removeEventListener('message', openAskedPage);
    for (const end of stops) end();
  };
  keep();
  // Refused, the app works as it does with a network.
  registerServiceWorker(language).catch(() => {});
}
