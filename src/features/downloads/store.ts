import { RECORDINGS_CACHE } from '#web/lib/offline/cache-names.ts';
import { deviceStorage } from '#web/lib/storage.ts';

/** Sessions are stored in this IndexedDB database, their recordings in Cache Storage. */
export const DOWNLOADS_DATABASE = 'envol-downloads';
const OWNER_KEY = 'envol-downloads-of';
const CLEARED_KEY = 'envol-downloads-emptied';

const listeners = new Set<() => void>();

/** Returns the id of the profile to which the downloads on this device belong; null when there are none. */
export const findDownloadsOwnerId = (): string | null => deviceStorage.read(OWNER_KEY);

/**
 * Stores the id of the profile to which the downloads on this device belong, or null; without one the code of downloads
 * is not loaded.
 */
export function setDownloadsOwner(owner: string | null): void {
  // Where storage is blocked, downloads are still found, but not kept in sync.
  if (owner === null) deviceStorage.remove(OWNER_KEY);
  else deviceStorage.write(OWNER_KEY, owner);
  for (const listener of listeners) listener();
}

/** Subscribes to changes of the profile that owns the downloads on this device; returns the unsubscribe function. */
export function onDownloadsOwnerChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns a marker that changes whenever all downloads are deleted, in any tab, so that a running download can notice
 * it; null if never.
 */
export const findDownloadsDeletionMarker = (): string | null => deviceStorage.read(CLEARED_KEY);

/**
 * Deletes all downloads from this device when a person signs out; running downloads in other tabs then store nothing.
 */
export async function deleteAllDownloads(): Promise<void> {
  setDownloadsOwner(null);
  // Where storage is blocked, a running download in another tab is not told.
  deviceStorage.write(CLEARED_KEY, crypto.randomUUID());
  const deleted = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(DOWNLOADS_DATABASE);
    // Another tab blocks it; that tab closes its connection on `versionchange`, and the deletion completes then.
    for (const end of ['success', 'error', 'blocked'])
      request.addEventListener(end, () => resolve());
  });
  // Without a secure context there is no Cache Storage.
  const emptied = 'caches' in globalThis ? caches.delete(RECORDINGS_CACHE) : undefined;
  await Promise.allSettled([deleted, emptied]);
}

const unpublishListeners = new Set<(title: string) => void>();

/**
 * Subscribes to the titles of downloaded sessions that were removed because they were unpublished;
 * returns the unsubscribe function.
 */
export function onDownloadUnpublished(listener: (title: string) => void): () => void {
  unpublishListeners.add(listener);
  return () => unpublishListeners.delete(listener);
}

/** Notifies the subscribers of `onDownloadUnpublished` that an unpublished session was removed from this device. */
export function announceUnpublishedDownload(title: string): void {
  for (const listener of unpublishListeners) listener(title);
}

export const objectUrlsByRecording = new Map<string, string>();

/** Returns the URL to play a recording from: the local object URL if it is downloaded, else the server's. */
export function getPlayableRecordingUrl(serverUrl: string): string {
  return objectUrlsByRecording.get(serverUrl) ?? serverUrl;
}
