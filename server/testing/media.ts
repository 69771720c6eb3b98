import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaStore } from '#server/features/media/service.ts';
import type { TestBrowser } from './test-browser.ts';

const CHUNK_BYTES = 262_144;

/** Creates a media store on a temporary folder, which `remove` deletes. */
export async function createTestMediaStore() {
  const folder = await mkdtemp(join(tmpdir(), 'envol-media-'));
  return {
    media: createMediaStore(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Begins an upload of a file in parts as a browser does; resolves to the reply with its `id` and `offset`. Sends no
 * content yet.
 */
export async function beginUpload(admin: TestBrowser, file: Buffer) {
  const fingerprint = createHash('sha256').update(file).digest('hex');
  const body = { bytes: file.length, fingerprint };
  return (await admin.call('POST /api/admin/uploads', { body })).body;
}

/** Sends one part of an upload that was begun, at `offset` bytes; resolves to the reply. */
export const sendUploadPart = (admin: TestBrowser, id: string, offset: number, part: Buffer) =>
  admin.call('PATCH /api/admin/uploads/:id', {
    params: { id },
    query: { offset },
    headers: { 'content-type': 'application/offset+octet-stream' },
    body: part,
  });

/** Uploads a whole file in parts; resolves to the id of the upload. */
export async function uploadFile(admin: TestBrowser, file: Buffer): Promise<string> {
  const { id, offset } = await beginUpload(admin, file);
  for (let at = offset; at < file.length; at += CHUNK_BYTES)
    await sendUploadPart(admin, id, at, file.subarray(at, at + CHUNK_BYTES));
  return id;
}
