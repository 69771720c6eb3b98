import { deviceStorage } from '#web/lib/storage.ts';

/** What Chromium fires when the app can be installed. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Stored once the hint was shown: it is shown once. */
const SHOWN_KEY = 'envol-install-hint';

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallEvent | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

// It may come before the code that shows the hint; without preventDefault the browser shows a hint of its own.
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault();
  setOffer(event as InstallEvent);
});
globalThis.addEventListener?.('appinstalled', () => setOffer(null));

/** How the app can be installed here: by the browser's own question, by hand on an iPhone or iPad, or not at all. */
export type InstallMethod = 'prompt' | 'by_hand' | null;

/** Returns how the app can be installed in this browser; null where it is installed, or can't be. */
export function findInstallMethod(): InstallMethod {
  // Only Safari has `standalone`.
  const { standalone = false } = navigator as { standalone?: boolean };
  const isInstalled = standalone || matchMedia('(display-mode: standalone)').matches;
  if (isInstalled) return null;
  if (offer) return 'prompt';
  // An iPad calls itself a Mac, but has fingers on it.
  const { userAgent, maxTouchPoints } = navigator;
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'by_hand' : null;
}

/** Subscribes to changes of `findInstallMethod`; returns the unsubscribe function. */
export function onInstallMethodChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes the browser ask whether to install the app, which it does only once per page. */
export async function askToInstall(): Promise<void> {
  const asked = offer;
  setOffer(null);
  // A browser that does not ask after all has its own way to install.
  await asked?.prompt().catch(() => {});
}

/**
 * Returns whether the hint to install the app was never shown on this device; false where that could not be stored, or
 * the hint would come again and again.
 */
export const isInstallHintUnshown = (): boolean =>
  deviceStorage.read(SHOWN_KEY) !== 'shown' && deviceStorage.write(SHOWN_KEY, 'not yet');

/** Stores on this device that the hint to install the app was shown. */
export const recordInstallHintShown = (): void => void deviceStorage.write(SHOWN_KEY, 'shown');
