/** Where downloads are: the sessions in IndexedDB, their recordings in Cache Storage. */
export const DATABASE = 'envol-downloads';
export const RECORDINGS = 'envol-recordings';
const MARK = 'envol-downloads-of';
const EMPTIED = 'envol-downloads-emptied';

const listeners = new Set<() => void>();

/** Whose downloads this device has, by the id of their profile; null when it has none. */
export function downloadsOwner(): string | null {
  try {
    return localStorage.getItem(MARK);
  } catch {
    return null;
  }
}

/** Notes whose downloads there are, so that nothing of them is loaded where there are none. */
export function noteDownloadsOwner(owner: string | null): void {
  try {
    if (owner === null) localStorage.removeItem(MARK);
    else localStorage.setItem(MARK, owner);
  } catch {
    // Storage is refused: what is kept is found all the same, only not looked after.
  }
  for (const listener of listeners) listener();
}

/** Calls back when the owner changes; returns how to stop. */
export function onDownloadsOwner(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another text after every time that all downloads were removed, in whichever tab; null when none ever was. */
export function lastEmptied(): string | null {
  try {
    return localStorage.getItem(EMPTIED);
  } catch {
    return null;
  }
}

/** Removes every download from this device: they belong to the person who leaves. */
export async function forgetDownloads(): Promise<void> {
  noteDownloadsOwner(null);
  try {
    localStorage.setItem(EMPTIED, crypto.randomUUID());
  } catch {
    // Storage is refused: a download under way in another tab does not hear of it.
  }
  const deleted = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    // Blocked by another tab, which closes it in a moment, and then it goes by itself.
    for (const end of ['success', 'error', 'blocked'])
      request.addEventListener(end, () => resolve());
  });
  // Without a secure address there is no Cache Storage, and nothing in it.
  const emptied = 'caches' in globalThis ? caches.delete(RECORDINGS) : undefined;
  await Promise.allSettled([deleted, emptied]);
}

/** Addresses on this device of recordings that are kept, by the address of the server's. */
export const lent = new Map<string, string>();

/** Where a recording is played from: this device when it is kept here, else the server. */
export function recordingSource(address: string): string {
  return lent.get(address) ?? address;
}
