import { deviceStorage } from '#web/lib/storage.ts';

const KEY = 'envol-left';
const atLoad = deviceStorage.read(KEY);

/**
 * Returns whether somebody signed out in any tab since this page was loaded; nothing of theirs may be stored after
 * that.
 */
export const hasSignedOutSinceLoad = (): boolean =>
  ![null, atLoad].includes(deviceStorage.read(KEY));

/**
 * Tells this page and all other tabs that the person signs out on this device. Where storage is blocked nothing is
 * stored anyway, and the other tabs notice at their next request.
 */
export function signalSignOut(): void {
  deviceStorage.write(KEY, crypto.randomUUID());
}

/** Calls back when somebody signs out in another tab. */
export function onSignOutElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => key === KEY && listener());
}
