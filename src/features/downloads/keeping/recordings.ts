import { ApiError } from '#web/lib/api.ts';
import { hashInAddress, StorageFull } from '../model.ts';
import { lent, RECORDINGS } from '../store.ts';

/** Told how far a download is, in bytes; the total is null when the server does not say. */
export type OnProgress = (loaded: number, total: number | null) => void;

/** Reads a reply to its end, telling how far it is. @throws {ApiError} `network` when it ends too early. */
export async function readAll(response: Response, onProgress: OnProgress): Promise<Blob> {
  // Of a packed reply it is the length of the pack.
  const isPacked = response.headers.has('content-encoding');
  const header = isPacked ? null : response.headers.get('content-length');
  const total = header === null ? null : Number(header);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  onProgress(0, total);
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    loaded += next.value.length;
    onProgress(loaded, total);
  }
  if (total !== null && loaded !== total) throw new ApiError(0, 'network');
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** Whether a file is the one its address promises. Without a secure address nothing can be compared. */
async function isWhole(file: Blob, address: string): Promise<boolean> {
  const promised = hashInAddress(address);
  if (promised === null || !('subtle' in crypto)) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hash.startsWith(promised);
}

/** Refuses what cannot fit before any of it is fetched, where the browser says how much room there is. */
async function expectRoom(bytes: number): Promise<void> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (bytes > quota - usage) throw new StorageFull();
}

/**
 * Downloads a recording and keeps it whole or not at all. Returns its bytes; 0 where the server has
 * no such file, or the device keeps none: the session is then read by its own voice.
 * @throws {ApiError} when it did not come; {StorageFull} when there is no room for it.
 */
export async function keepRecording(
  address: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<number> {
  if (!('caches' in globalThis)) return 0;
  const response = await fetch(address, { credentials: 'include', signal });
  if (response.status === 404) return 0;
  if (!response.ok) throw new ApiError(response.status, response.statusText);
  await expectRoom(Number(response.headers.get('content-length') ?? 0));
  const file = await readAll(response, onProgress);
  if (!(await isWhole(file, address))) throw new ApiError(0, 'network');
  const headers = { 'content-type': file.type, 'content-length': String(file.size) };
  const cache = await caches.open(RECORDINGS);
  await cache.put(address, new Response(file, { headers }));
  lent.delete(address);
  await lendRecording(address);
  return file.size;
}

/** Removes a recording; one that is playing plays on. */
export async function dropRecording(address: string | null): Promise<void> {
  if (address === null || !('caches' in globalThis)) return;
  lent.delete(address);
  await (await caches.open(RECORDINGS)).delete(address);
}

/** Makes a kept recording ready to be played from this device. */
export async function lendRecording(address: string | null): Promise<void> {
  if (address === null || lent.has(address) || !('caches' in globalThis)) return;
  const found = await (await caches.open(RECORDINGS)).match(address).catch(() => undefined);
  if (found) lent.set(address, URL.createObjectURL(await found.blob()));
}

/** Removes every recording but these: what a tab that was closed in the middle of a download left behind. */
export async function dropRecordingsBut(addresses: ReadonlySet<string | null>): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(RECORDINGS);
  for (const { url } of await cache.keys())
    if (!addresses.has(new URL(url).pathname)) await cache.delete(url);
}
