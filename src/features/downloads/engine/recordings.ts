import { ApiError } from '#web/lib/api.ts';
import { parseRecordingHash, StorageFullError } from '../model.ts';
import { fetchWithTimeout } from '#web/lib/offline/fetch-with-timeout.ts';
import { RECORDINGS_CACHE } from '#web/lib/offline/cache-names.ts';
import { objectUrlsByRecording } from '../store.ts';

/** Called with a download's progress in bytes; the total is null when the server does not send it. */
export type DownloadProgressListener = (loaded: number, total: number | null) => void;

/** Called with the part that has arrived of a body that breaks off. */
type OnBroken = (begun: Blob) => void;

/**
 * Reads a response body, reporting progress in bytes; `earlier` is the part that arrived in a former attempt. If it
 * breaks off, everything that has arrived is passed to `onBroken`.
 * @throws {ApiError} network, when it ends too early.
 */
export async function readBodyWithProgress(
  response: Response,
  onProgress: DownloadProgressListener,
  earlier: Blob | null = null,
  onBroken: OnBroken = () => {},
): Promise<Blob> {
  // With content-encoding, content-length is the compressed size, so it is not used.
  const isPacked = response.headers.has('content-encoding');
  const header = isPacked ? null : response.headers.get('content-length');
  let loaded = earlier?.size ?? 0;
  const total = header === null ? null : loaded + Number(header);
  const parts: (Uint8Array<ArrayBuffer> | Blob)[] = earlier ? [earlier] : [];
  const reader = response.body?.getReader() ?? null;
  onProgress(loaded, total);
  try {
    for (;;) {
      const next = await readInTime(reader);
      if (next.done) break;
      parts.push(next.value);
      loaded += next.value.length;
      onProgress(loaded, total);
    }
    if (total !== null && loaded !== total) throw new ApiError(0, 'network');
  } catch (error) {
    onBroken(new Blob(parts));
    throw error;
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** How long the next part of a recording may take, in milliseconds. */
const PART_MS = 30_000;

/** Reads the next part of a body; nothing where there is none. @throws {ApiError} network, when none comes in time. */
async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError(0, 'network')), PART_MS);
  });
  try {
    return reader ? await Promise.race([reader.read(), late]) : ({ done: true } as const);
  } finally {
    clearTimeout(timer);
  }
}

/** The parts that have arrived of recordings whose download was paused or broke off; never stored. */
const begun = new Map<string, Blob>();

/** Discards the part of a recording that has arrived, when its download is cancelled. */
export const discardPartialRecording = (url: string | null): void => {
  if (url !== null) begun.delete(url);
};

/**
 * Returns whether the SHA-256 of a file begins with the hash in its URL; true where it cannot be checked, because there
 * is no hash or no secure context.
 */
export async function isRecordingIntactOrUncheckable(file: Blob, url: string): Promise<boolean> {
  const promised = parseRecordingHash(url);
  if (promised === null || !('subtle' in crypto)) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hash.startsWith(promised);
}

/**
 * Fetches the size of a recording in bytes by a HEAD request: 0 when the server has no such file, null when it is not reached
 * or does not send the size.
 */
export async function fetchRecordingSizeBytes(url: string): Promise<number | null> {
  const head = { method: 'HEAD', credentials: 'include' } as const;
  const response = await fetchWithTimeout(url, head).catch(() => null);
  if (response?.status === 404) return 0;
  const size = Number(response?.headers.get('content-length') ?? Number.NaN);
  return response?.ok && Number.isFinite(size) ? size : null;
}

/**
 * Checks that `bytes` more fit into the storage quota that the browser reports; passes where it reports none.
 * @throws {StorageFullError} when they do not fit.
 */
export async function assertEnoughSpace(bytes: number): Promise<void> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (bytes > quota - usage) throw new StorageFullError();
}

/**
 * Downloads a recording and stores it completely or not at all; continues a download that broke off while the page is
 * open. Returns its size in bytes; 0 where the server has no such file or the device has no Cache Storage (the device's
 * voice then reads the session).
 * @throws {ApiError} when the download failed; {StorageFullError} when there is no space.
 */
export async function downloadRecording(
  url: string,
  onProgress: DownloadProgressListener,
  signal: AbortSignal,
): Promise<number> {
  if (!('caches' in globalThis)) return 0;
  const earlier = begun.get(url);
  const range = earlier ? { range: `bytes=${earlier.size}-` } : undefined;
  const request = { credentials: 'include', signal, headers: range } as const;
  const response = await fetchWithTimeout(url, request, { wholeMs: null });
  if (response.status === 404) return 0;
  if (!response.ok) throw new ApiError(response.status, response.statusText);
  await assertEnoughSpace(Number(response.headers.get('content-length') ?? 0));
  begun.delete(url);
  const isContinued = earlier !== undefined && response.status === 206;
  const file = await readBodyWithProgress(
    response,
    onProgress,
    isContinued ? earlier : null,
    (came) => begun.set(url, came),
  );
  if (!(await isRecordingIntactOrUncheckable(file, url))) throw new ApiError(0, 'network');
  const headers = { 'content-type': file.type, 'content-length': String(file.size) };
  const cache = await caches.open(RECORDINGS_CACHE);
  await cache.put(url, new Response(file, { headers }));
  objectUrlsByRecording.delete(url);
  await makeRecordingPlayableIfStored(url);
  return file.size;
}

/** Deletes a stored recording; if it is playing, it plays on. */
export async function deleteRecording(url: string | null): Promise<void> {
  if (url === null || !('caches' in globalThis)) return;
  objectUrlsByRecording.delete(url);
  await (await caches.open(RECORDINGS_CACHE)).delete(url);
}

/** Returns which of these recordings are not on this device. */
export async function listMissingRecordings(urls: readonly string[]): Promise<string[]> {
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(RECORDINGS_CACHE);
  const found = await Promise.all(urls.map((url) => cache.match(url)));
  return urls.filter((_, index) => found[index] === undefined);
}

/**
 * Makes a stored recording playable where no service worker serves it: registers an object URL, which `getPlayableRecordingUrl`
 * then returns. Does nothing when the recording is not stored.
 */
export async function makeRecordingPlayableIfStored(url: string | null): Promise<void> {
  if (url === null || objectUrlsByRecording.has(url) || !('caches' in globalThis)) return;
  // The service worker answers for it, part by part.
  if (navigator.serviceWorker?.controller) return;
  // Where it cannot be read, the network is asked for it.
  const found = await (await caches.open(RECORDINGS_CACHE)).match(url).catch(() => undefined);
  if (found) objectUrlsByRecording.set(url, URL.createObjectURL(await found.blob()));
}

/** Deletes all stored recordings except these, such as those left by a tab that was closed during a download. */
export async function deleteRecordingsExcept(urls: ReadonlySet<string | null>): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(RECORDINGS_CACHE);
  for (const { url } of await cache.keys())
    if (!urls.has(new URL(url).pathname)) await cache.delete(url);
}
