import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fallBackIfFileMissing } from '#server/missing-file.ts';
import { AppError } from '#server/http/errors.ts';

/** Uploads in progress are hidden files of the media folder, which are never served. */
const UPLOADS = '.uploads';
/** An upload that got nothing for so long is deleted. */
const KEPT_MS = 24 * 60 * 60_000;

/** Folder of sentences that were spoken, so that they are not spoken again. */
export const SPOKEN_SENTENCES_FOLDER = '.spoken';
const SPOKEN_KEPT_MS = 90 * KEPT_MS;

export interface Upload {
  file: string;
  offset: number;
  bytes: number;
}

const getFolder = (media: string) => join(media, UPLOADS);

/**
 * Begins an upload of `bytes` bytes, or returns the interrupted one with the same id and size. `media` is the media
 * folder.
 * @throws storage_full
 */
export async function beginOrResumeUpload(
  media: string,
  id: string,
  bytes: number,
): Promise<Upload> {
  const folder = getFolder(media);
  const file = join(folder, `${id}.${bytes}`);
  await refuseFull(file, async () => {
    await mkdir(folder, { recursive: true });
    await (await open(file, 'a', 0o600)).close();
  });
  return { file, offset: (await stat(file)).size, bytes };
}

/**
 * Returns an upload in progress by its id.
 * @throws not_found (unknown, deleted, or a stored file already)
 */
export async function getUpload(media: string, id: string): Promise<Upload> {
  const names = await fallBackIfFileMissing(readdir(getFolder(media)), []);
  const name = names.find((one) => one.startsWith(`${id}.`));
  const file = name && join(getFolder(media), name);
  const facts = file ? await fallBackIfFileMissing(stat(file), null) : null;
  if (!name || !file || !facts) throw new AppError('not_found');
  return { file, offset: facts.size, bytes: Number(name.slice(id.length + 1)) };
}

/**
 * Appends the next part to an upload; resolves to the new offset.
 * @throws not_found; conflict (its offset is another one); too_large (past its end); storage_full
 */
export async function appendToUpload(
  media: string,
  id: string,
  offset: number,
  chunk: Buffer,
): Promise<number> {
  const upload = await getUpload(media, id);
  if (upload.offset !== offset) throw new AppError('conflict');
  if (offset + chunk.length > upload.bytes) throw new AppError('too_large');
  await refuseFull(upload.file, async () => {
    // At its place, so that the same part sent twice at once is there once.
    const handle = await open(upload.file, 'r+');
    try {
      let written = 0;
      while (written < chunk.length)
        written += (await handle.write(chunk, written, undefined, offset + written)).bytesWritten;
    } finally {
      await handle.close();
    }
  });
  return offset + chunk.length;
}

/**
 * Returns an upload once all its bytes have arrived.
 * @throws not_found; upload_incomplete
 */
export async function getCompleteUpload(media: string, id: string): Promise<Upload> {
  const upload = await getUpload(media, id);
  if (upload.offset !== upload.bytes) throw new AppError('upload_incomplete');
  return upload;
}

/** Deletes the file of an upload that is finished or given up. */
export const removeUpload = ({ file }: Upload): Promise<void> => rm(file, { force: true });

/** Deletes uploads and half-written files untouched for a day, and spoken sentences untouched for 90 days. */
export async function deleteAbandonedUploadsAndOldSpeech(media: string, now: Date): Promise<void> {
  const list = async (folder: string) =>
    (await fallBackIfFileMissing(readdir(folder), [])).map((name) => join(folder, name));
  const halves = (await list(media)).filter((file) => file.endsWith('.part'));
  const deleteOlder = async (files: string[], ageMs: number) => {
    for (const file of files) {
      const facts = await fallBackIfFileMissing(stat(file), null);
      if (facts && now.getTime() - facts.mtimeMs > ageMs) await rm(file, { force: true });
    }
  };
  await deleteOlder([...(await list(getFolder(media))), ...halves], KEPT_MS);
  await deleteOlder(await list(join(media, SPOKEN_SENTENCES_FOLDER)), SPOKEN_KEPT_MS);
}

/** Performs a write. When the disk is full, deletes the file and refuses with storage_full. */
async function refuseFull(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EFBIG') throw error;
    await rm(file, { force: true });
    throw new AppError('storage_full', undefined, { cause: error });
  }
}
