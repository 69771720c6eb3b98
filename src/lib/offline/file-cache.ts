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
 * Returns whether a file with a fixed name is requested by that name, by documents of this version and of others: all but
 * documents, which the service worker answers with itself. It is stored under that name too, in its newest version.
 */
export const isRequestedByName = ({ url, revision }: CachedFile): boolean =>
  revision !== null && !url.endsWith('.html');

/**
 * Downloads and stores on this device those of these files of the app that are not stored yet, one after another. Files
 * of an earlier version stay until `deleteOtherFiles`, because its pages may be open.
 * @throws where a file cannot be fetched or stored
 */
export async function cacheFiles(files: readonly CachedFile[]): Promise<void> {
  const cache = await caches.open(FILE_CACHE);
  for (const file of files) {
    const key = getKey(file);
    const stored = await cache.match(key);
    const isNamed = isRequestedByName(file);
    if (stored && !isNamed) continue;
    const response = stored ?? (await download(file));
    if (isNamed) await cache.put(file.url, response.clone());
    if (!stored) await cache.put(key, response);
  }
}

async function download({ url, revision }: CachedFile): Promise<Response> {
  const kept = revision === null ? await caches.match(url) : undefined;
  // Not what the browser has of the former version under the same name.
  const response = kept ?? (await fetch(url, revision ? { cache: 'reload' } : {}));
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** Returns a file of this version of the app from the device's cache; undefined when it is not stored. */
export async function findFile(file: CachedFile | undefined): Promise<Response | undefined> {
  return file && (await caches.open(FILE_CACHE)).match(getKey(file));
}

/** Deletes all files of the app from this device's cache except these, once the former version is no longer in use. */
export async function deleteOtherFiles(files: readonly CachedFile[]): Promise<void> {
  const cache = await caches.open(FILE_CACHE);
  const urls = files.flatMap((file) => [
    getKey(file),
    ...(isRequestedByName(file) ? [file.url] : []),
  ]);
  const keys = new Set(urls.map((url) => new URL(url, location.origin).href));
  for (const request of await cache.keys()) if (!keys.has(request.url)) await cache.delete(request);
  for (const name of await caches.keys()) if (FORMER_CACHE.test(name)) await caches.delete(name);
}
