import { deviceStorage } from '#web/lib/storage.ts';

const KEY = 'envol-left';
const atLoad = deviceStorage.read(KEY);

/**
 * Returns whether a person signed out in any tab since this page was loaded; after that, it may store no personal data.
 */
export const hasSignedOutSinceLoad = (): boolean =>
  ![null, atLoad].includes(deviceStorage.read(KEY));

/**
 * Signals to this page and all other tabs that the person signs out on this device. Where storage is blocked, nothing
 * is stored anyway, and the other tabs notice at their next request.
 */
export function signalSignOut(): void {
  deviceStorage.write(KEY, crypto.randomUUID());
}

/** Calls `listener` whenever a person signs out in another tab, for as long as the page is open. */
export function addSignOutElsewhereListener(listener: () => void): void {
  addEventListener('storage', ({ key }) => key === KEY && listener());
}
