import { fetchWithTimeout } from './fetch-with-timeout.ts';

// The files of the app on this device, for the service worker: a cache of what the present version needs.

/** A file to keep; `revision` is null where the name changes with the content. */
export interface CachedFile {
  url: string;
  revision: string | null;
  /** The beginning of the SHA-256 of its content, in hexadecimal digits. */
  hash: string;
}

export const APP_FILES_CACHE = 'envol-app-files';

const getKey = ({ url, revision }: CachedFile) =>
  revision === null ? url : `${url}?revision=${revision}`;

/**
 * Returns whether a file with a fixed name is requested by that name, by documents of this version and of others: all but
 * documents, which the service worker answers with itself. It is stored under that name too, in its newest version.
 */
export const hasFixedUrl = ({ url, revision }: CachedFile): boolean =>
  revision !== null && !url.endsWith('.html');

/**
 * Downloads and stores on this device those of these files of the app that are not stored yet, one after another. Files
 * of an earlier version stay until `deleteCachedFilesExcept`, because its pages may be open.
 * @throws where a file cannot be fetched or stored
 */
export async function downloadMissingAppFiles(files: readonly CachedFile[]): Promise<void> {
  const cache = await caches.open(APP_FILES_CACHE);
  for (const file of files) {
    const isNamed = hasFixedUrl(file);
    const stored = await findCachedFile(file);
    if (stored && !isNamed) continue;
    await store(cache, file, stored ?? (await download(file)));
  }
}

/**
 * Checks these files of the app on this device: what the browser has dropped, and what is not the file of this version,
 * such as a page that came in its place, is fetched again. Resolves to those that were `repaired`, and those that could not
 * be had (`missing`).
 */
export async function repairAppFiles(
  files: readonly CachedFile[],
): Promise<{ repaired: CachedFile[]; missing: CachedFile[] }> {
  const cache = await caches.open(APP_FILES_CACHE);
  const repaired: CachedFile[] = [];
  const missing: CachedFile[] = [];
  for (const file of files) {
    if (await verifyOrDiscardFile(file)) continue;
    try {
      await store(cache, file, await download(file));
      repaired.push(file);
    } catch {
      missing.push(file);
    }
  }
  return { repaired, missing };
}

/** Returns whether there is something on this device for every file of the app, whatever it is. */
export async function isEveryFileCached(files: readonly CachedFile[]): Promise<boolean> {
  const kept = await (await caches.open(APP_FILES_CACHE)).keys();
  const urls = new Set(kept.map(({ url }) => url));
  return files.every((file) => urls.has(new URL(getKey(file), location.origin).href));
}

/** Returns whether a file of the app is on this device as it was built; deletes it where it is another. */
export async function verifyOrDiscardFile(file: CachedFile): Promise<boolean> {
  const cache = await caches.open(APP_FILES_CACHE);
  const names = hasFixedUrl(file) ? [getKey(file), file.url] : [getKey(file)];
  for (const name of names) {
    const stored = await cache.match(name);
    if (stored && (await doesResponseMatchFile(stored, file))) continue;
    // What is not there is asked for by its name, past this device.
    for (const wrong of names) await cache.delete(wrong);
    return false;
  }
  return true;
}

/** Returns whether a response is a file as it was built. Leaves its body unread. */
export async function doesResponseMatchFile(
  response: Response,
  { hash }: CachedFile,
): Promise<boolean> {
  const bytes = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return response.ok && found.startsWith(hash);
}

async function store(cache: Cache, file: CachedFile, response: Response): Promise<void> {
  if (hasFixedUrl(file)) await cache.put(file.url, response.clone());
  await cache.put(getKey(file), response);
}

/** Fetches a file as it was built; from what a former version of ours has kept, where that is it. */
async function download(file: CachedFile): Promise<Response> {
  const { url, revision } = file;
  const kept = revision === null ? await caches.match(url) : undefined;
  if (kept && (await doesResponseMatchFile(kept, file))) return kept;
  // Not what the browser has of the former version under the same name, nor what came in its place before.
  const attempts: RequestInit[] =
    revision === null ? [{}, { cache: 'reload' }] : [{ cache: 'reload' }];
  for (const attempt of attempts) {
    const response = await fetchWithTimeout(url, attempt);
    if (await doesResponseMatchFile(response, file)) return response;
  }
  throw new Error(`${url} did not come as it was built`);
}

/** Returns a file of this version of the app from the device's cache; undefined when it is not stored. */
export async function findCachedFile(file: CachedFile | undefined): Promise<Response | undefined> {
  return file && (await caches.open(APP_FILES_CACHE)).match(getKey(file));
}

/** The scripts without which a document of the app stays blank, as it names them: the words of one language among them. */
const NEEDED_SCRIPTS = /(?:src|href|data-(\w+))="(\/assets\/[\w-]+\.js)"/g;

/**
 * Returns a document of the app from the device's cache; undefined where a script that it needs in a language was dropped,
 * or something else is in its place.
 */
export async function findStartableDocument(
  file: CachedFile | undefined,
  language: string | null,
): Promise<Response | undefined> {
  const document = await findCachedFile(file);
  const text = (await document?.clone().text()) ?? '';
  const cache = await caches.open(APP_FILES_CACHE);
  for (const [, words = language, url = ''] of text.matchAll(NEEDED_SCRIPTS)) {
    if (words !== language) continue;
    const script = await cache.match(url);
    if (!script?.headers.get('content-type')?.includes('javascript')) return undefined;
  }
  return document;
}

/** Files that only members' devices keep; a few of them may have been dropped. */
const APP_FILES = /^\/(?:offline\.html|assets\/.*\.js)$/;

/** Returns a file's address without the hash of its content, by which it is the same in every version. */
const removeHash = (path: string) => path.replace(/-[\w-]{7,8}(?=\.js$)/, '');

/**
 * Returns whether the app is on this device, in any version and whatever is left of it; else at most what `filesForHelp` names
 * is, which every device keeps.
 */
export async function isAnyAppFileCached(filesForHelp: readonly CachedFile[]): Promise<boolean> {
  const ofHelp = new Set(filesForHelp.map(({ url }) => removeHash(url)));
  const kept = await (await caches.open(APP_FILES_CACHE)).keys();
  const paths = kept.map(({ url }) => new URL(url).pathname);
  return paths.some((path) => APP_FILES.test(path) && !ofHelp.has(removeHash(path)));
}

/** Deletes all files of the app from this device's cache except these, once the former version is no longer in use. */
export async function deleteCachedFilesExcept(files: readonly CachedFile[]): Promise<void> {
  const cache = await caches.open(APP_FILES_CACHE);
  const urls = files.flatMap((file) => [getKey(file), ...(hasFixedUrl(file) ? [file.url] : [])]);
  const keys = new Set(urls.map((url) => new URL(url, location.origin).href));
  for (const request of await cache.keys()) if (!keys.has(request.url)) await cache.delete(request);
}
