import { fetchWithTimeout, PAGE_FILE_TIMEOUT_MS } from './fetch-with-timeout.ts';
import { type CachedFile, doesResponseMatchFile } from './file-cache.ts';
import { logStorageFailure } from './log-failure.ts';

const CACHE = 'envol-later-files';

/**
 * Creates the store of the app's files that are kept on this device once they are used, or at a later visit, for the
 * service worker. Their names change with their content.
 */
export function createOnUseFileCache(files: readonly CachedFile[]) {
  const byUrl = new Map(files.map((file) => [file.url, file]));

  /** Answers with a kept file, or with the server's, which is kept if it came as it was built. */
  async function open(url: string, isRefused = false): Promise<Response> {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(url);
    if (kept || isRefused) return kept ?? Response.error();
    const response = await fetchWithTimeout(url, {}, { answerMs: PAGE_FILE_TIMEOUT_MS });
    const file = byUrl.get(url);
    if (file && (await doesResponseMatchFile(response, file)))
      await cache
        .put(url, response.clone())
        .catch((error: unknown) => logStorageFailure('A file could not be kept', error));
    return response;
  }

  /** Keeps those of these files that are not there yet, one after another. */
  async function keep(urls: Iterable<string>): Promise<void> {
    try {
      for (const url of urls) if (byUrl.has(url)) await open(url);
    } catch {
      // Without a network the rest is kept when it is used, or at the next visit.
    }
  }

  return {
    has: (url: string) => byUrl.has(url),
    isAnyKept: () => caches.has(CACHE),
    open,
    keep,
    keepAll: () => keep(byUrl.keys()),
    /** Returns whether all of them are on this device. */
    areAllKept: async (): Promise<boolean> => {
      const kept = await (await caches.open(CACHE)).keys();
      const names = new Set(kept.map(({ url }) => new URL(url).pathname));
      return files.every(({ url }) => names.has(url));
    },
    /** Deletes what is none of these files, as those of an earlier version or a page that came in the place of one. */
    deleteOthers: async (): Promise<void> => {
      if (!(await caches.has(CACHE))) return;
      const cache = await caches.open(CACHE);
      for (const request of await cache.keys()) {
        const file = byUrl.get(new URL(request.url).pathname);
        const kept = await cache.match(request);
        if (!file || !kept || !(await doesResponseMatchFile(kept, file)))
          await cache.delete(request);
      }
    },
  };
}
