/** How often the server is asked for a new version while the app stays open, at the most. */
const CHECK_EVERY_MS = 3_600_000;

/**
 * Calls `onWaiting` with a new version of the app once it is installed and waiting; checks for one at most once an
 * hour, when the page becomes visible. Returns the function that stops it.
 */
export function watchForAppUpdate(onWaiting: (worker: ServiceWorker) => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const { serviceWorker } = navigator;
  const tell = ({ waiting }: ServiceWorkerRegistration) => {
    if (waiting && serviceWorker.controller && !signal.aborted) onWaiting(waiting);
  };
  void serviceWorker?.getRegistration().then((registration) => {
    if (!registration || signal.aborted) return;
    const follow = () => {
      tell(registration);
      registration.installing?.addEventListener('statechange', () => tell(registration), {
        signal,
      });
    };
    // One that is being installed already was announced before this listener was there.
    follow();
    registration.addEventListener('updatefound', follow, { signal });
    let checkedMs = Date.now();
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedMs < CHECK_EVERY_MS) return;
      checkedMs = Date.now();
      // Not reached, the server is asked at the next look.
      registration.update().catch(() => {});
    };
    document.addEventListener('visibilitychange', check, { signal });
  });
  return () => over.abort();
}

/**
 * Activates the waiting version and reloads the page. Resolves to false, with nothing changed, while other tabs are
 * open, because they need the files of their own version.
 */
export async function activateAppUpdateIfOnlyTab(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
  });
  const { serviceWorker } = navigator;
  const reload = () => location.reload();
  serviceWorker.addEventListener('controllerchange', reload, { once: true });
  worker.postMessage('take-over', [port2]);
  const isTaken = await answered;
  if (!isTaken) serviceWorker.removeEventListener('controllerchange', reload);
  return isTaken;
}
