/** Has the service worker keep what this page has loaded, so that it opens without a network. */
export function cacheLoadedFiles(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  // Without a secure context there is no worker.
  const worker = (navigator as Partial<Navigator>).serviceWorker?.controller;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  worker?.postMessage(loaded.filter((path) => path.startsWith('/assets/')));
}
