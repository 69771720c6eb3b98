// The files of the app on this device, for the service worker: a cache of what the present version needs.

/** A file to keep; `revision` is null where the name changes with the content. */
export interface CachedFile {
  url: string;
  revision: string | null;
}

export const FILE_CACHE = 'envol-app-files';
/** The caches in which earlier versions kept them, by workbox-precaching. */
const FORMER_CACHE = /^workbox-precache/;

const getKey = ({ url, revision }: CachedFile) =>
  revision === null ? url : `${url}?revision=${revision}`;

/**
 * Downloads and stores on this device those of these files of the app that are not stored yet, one after another. Files
 * of an earlier version stay until `deleteOtherFiles`, because its pages may be open.
 * @throws where a file cannot be fetched or stored
 */
export async function cacheFiles(files: readonly CachedFile[]): Promise<void> {
  const cache = await caches.open(FILE_CACHE);
  for (const file of files) {
    const key = getKey(file);
    if (await cache.match(key)) continue;
    const kept = file.revision === null ? await caches.match(key) : undefined;
    // Not what the browser has of the former version under the same name.
    const response = kept ?? (await fetch(file.url, file.revision ? { cache: 'reload' } : {}));
    if (!response.ok) throw new Error(`${file.url}: ${response.status}`);
    await cache.put(key, response);
  }
}

/** Returns a file of this version of the app from the device's cache; undefined when it is not stored. */
export async function findFile(file: CachedFile | undefined): Promise<Response | undefined> {
  return file && (await caches.open(FILE_CACHE)).match(getKey(file));
}

/** Deletes all files of the app from this device's cache except these, once the former version is no longer in use. */
export async function deleteOtherFiles(files: readonly CachedFile[]): Promise<void> {
  const cache = await caches.open(FILE_CACHE);
  const keys = new Set(files.map((file) => new URL(getKey(file), location.origin).href));
  for (const request of await cache.keys()) if (!keys.has(request.url)) await cache.delete(request);
  for (const name of await caches.keys()) if (FORMER_CACHE.test(name)) await caches.delete(name);
}
