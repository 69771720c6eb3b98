import { ApiError, api, buildUrl, sendRequestIfNeeded } from '#web/lib/api.ts';

/** What the server takes at once (shared/contract/uploads.ts). */
const CHUNK_BYTES = 262_144;

/** Called with how many bytes have arrived. */
export type UploadProgressListener = (sent: number) => void;

/** A file that is sent: what is chosen on a device, or made from it. */
export type UploadableFile = Blob & Partial<Pick<File, 'name' | 'lastModified'>>;

/** Tells a file from others, without reading it; at random where the browser can't hash. */
async function getFingerprint({
  name = '',
  size,
  lastModified = 0,
}: UploadableFile): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const told = new TextEncoder().encode(`${name}/${size}/${lastModified}`);
  const bytes = await (subtle?.digest('SHA-256', told) ??
    crypto.getRandomValues(new Uint8Array(32)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Uploads a file in parts, continuing where an earlier attempt stopped; `onProgress` gets the bytes that have arrived.
 * Resolves to the id of the upload.
 * @throws {ApiError} when the server refuses or is not reached; `signal.reason` when it is aborted.
 */
export async function uploadFile(
  file: UploadableFile,
  onProgress: UploadProgressListener,
  signal: AbortSignal,
): Promise<string> {
  const body = { bytes: file.size, fingerprint: await getFingerprint(file) };
  const { id, ...begun } = await api('POST /api/admin/uploads', { body, signal });
  let { offset } = begun;
  onProgress(offset);
  while (offset < file.size) {
    offset = await sendPart(id, offset, file.slice(offset, offset + CHUNK_BYTES), signal);
    onProgress(offset);
  }
  return id;
}

/** Sends one part; resolves to where the file goes on. */
async function sendPart(id: string, offset: number, part: Blob, signal: AbortSignal) {
  const url = buildUrl('PATCH /api/admin/uploads/:id', { id }, { offset });
  try {
    const reply = await sendRequestIfNeeded('PATCH', url, { body: part, signal });
    return (reply as { offset: number }).offset;
  } catch (error) {
    // It arrived, and only the answer was lost.
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    return (await api('GET /api/admin/uploads/:id', { params: { id }, signal })).offset;
  }
}
