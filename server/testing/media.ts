import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaStore } from '#server/features/media/service.ts';
import type { Browser } from './caller.ts';

const CHUNK_BYTES = 262_144;

/** A media store on a folder of its own. */
export async function createTestMedia() {
  const folder = await mkdtemp(join(tmpdir(), 'envol-media-'));
  return {
    media: createMediaStore(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Begins to send a file as a browser does. */
export async function beginSending(admin: Browser, file: Buffer) {
  const fingerprint = createHash('sha256').update(file).digest('hex');
  const body = { bytes: file.length, fingerprint };
  return (await admin.call('POST /api/admin/uploads', { body })).body;
}

/** Sends one part of a file. */
export const sendPart = (admin: Browser, id: string, offset: number, part: Buffer) =>
  admin.call('PATCH /api/admin/uploads/:id', {
    params: { id },
    query: { offset },
    headers: { 'content-type': 'application/offset+octet-stream' },
    body: part,
  });

/** Sends a whole file; resolves to the id of the upload. */
export async function sendFile(admin: Browser, file: Buffer): Promise<string> {
  const { id, offset } = await beginSending(admin, file);
  for (let at = offset; at < file.length; at += CHUNK_BYTES)
    await sendPart(admin, id, at, file.subarray(at, at + CHUNK_BYTES));
  return id;
}
