import type { QueryClient } from '@tanstack/react-query';
import { getApiIdentity, setGetSender } from '#web/lib/api.ts';
import { onNetworkReturn } from '#web/lib/network.ts';
import { keepPages } from './keep-pages.ts';
import { startProbing } from './probe.ts';
import { fetchWithOfflineFallback, takeUrlsServedOffline } from './offline-fallback.ts';

export { clearReplies } from './reply-cache.ts';
export { fetchWithOfflineFallback };

let stop = () => {};

/**
 * Keeps the app and what its pages show on this device, and asks the server anew for what was
 * shown from the device as soon as the network returns. Replaces what was started before.
 */
export function startOffline(queryClient: QueryClient, language: string): void {
  stop();
  const { serviceWorker } = navigator;
  // Without a secure context there is none, and the development server has none to give.
  if (!serviceWorker || !import.meta.env.PROD) return;
  const keep = () => {
    if (!serviceWorker.controller) return;
    setGetSender(fetchWithOfflineFallback);
    const uid = getApiIdentity()?.uid;
    // What could not be had is fetched at the next start.
    if (uid && navigator.onLine) keepPages(uid, language).catch(() => {});
  };
  const onReturn = () => {
    const urls = takeUrlsServedOffline();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey, state }) => urls.has(String(queryKey[0])) || state.status === 'error',
    });
    keep();
  };
  serviceWorker.addEventListener('controllerchange', keep);
  const stops = [onNetworkReturn(onReturn), startProbing()];
  stop = () => {
    serviceWorker.removeEventListener('controllerchange', keep);
    for (const end of stops) end();
  };
  keep();
  // Refused, the app works as it does with a network.
  serviceWorker.register('/service-worker.js').catch(() => {});
}
