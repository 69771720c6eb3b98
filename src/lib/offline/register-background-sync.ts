import { recordUnfinishedSignOut } from './unfinished-sign-out.ts';

/** The tag by which the service worker knows what to do. */
const TAG = 'envol-writes';

interface SyncRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

/**
 * Asks the browser to have the service worker send unsent writes once the network is back, even with the app closed.
 * Nothing happens in browsers without Background Sync (Firefox, Safari).
 */
export function registerBackgroundSync(): void {
  // Firefox and Safari have none, and people may refuse it: there the app sends when it is opened.
  navigator.serviceWorker?.ready
    .then((registration) => (registration as SyncRegistration).sync?.register(TAG))
    .catch(() => {});
}

/** Remembers that the sign-in of this browser is to be ended on the server, also with the app closed. */
export async function scheduleServerSignOut(): Promise<void> {
  await recordUnfinishedSignOut();
  registerBackgroundSync();
}
