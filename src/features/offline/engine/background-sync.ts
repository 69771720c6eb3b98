/** The tag by which the service worker knows what to do. */
const TAG = 'envol-writes';

interface SyncRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to have what waits sent once the network is back, also when the app is closed by then. */
export function registerBackgroundSync(): void {
  // Firefox and Safari have none: there the app sends when it is opened.
  navigator.serviceWorker?.ready
    .then((registration) => (registration as SyncRegistration).sync?.register(TAG))
    .catch(() => {});
}
