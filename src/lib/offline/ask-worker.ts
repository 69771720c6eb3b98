/** How long the service worker may take to answer, in milliseconds: one of an earlier version knows fewer messages. */
const TIMEOUT_MS = 30_000;

/**
 * Sends a message to the service worker; resolves to its answer, or to undefined where there is none, or none in half a
 * minute.
 */
export async function askServiceWorker(message: string): Promise<unknown> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return undefined;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<unknown>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
    port1.addEventListener(
      'message',
      ({ data }) => {
        clearTimeout(timer);
        resolve(data);
      },
      { once: true },
    );
    port1.start();
  });
  worker.postMessage(message, [port2]);
  return answered;
}
