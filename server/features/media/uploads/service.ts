import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#server/http/errors.ts';

/** Uploads under way are hidden files of the media folder, which are never served. */
const UPLOADS = '.uploads';
/** An upload that nothing was added to for so long is given up. */
const KEPT_MS = 24 * 60 * 60_000;

/** Sentences that were spoken, so that they need not be again. */
export const SPOKEN = '.spoken';
const SPOKEN_KEPT_MS = 90 * KEPT_MS;

/** A file that is being sent: how much of it is there. */
export interface Upload {
  file: string;
  offset: number;
  bytes: number;
}

const getFolder = (media: string) => join(media, UPLOADS);

/** Begins an upload, or finds the one under the same id that broke off. */
export async function beginUpload(media: string, id: string, bytes: number): Promise<Upload> {
  const folder = getFolder(media);
  const file = join(folder, `${id}.${bytes}`);
  await refuseFull(file, async () => {
    await mkdir(folder, { recursive: true });
    await (await open(file, 'a', 0o600)).close();
  });
  return { file, offset: (await stat(file)).size, bytes };
}

/**
 * Finds an upload under way by its id.
 * @throws not_found when it was given up or has become a file
 */
export async function findUpload(media: string, id: string): Promise<Upload> {
  const names = await readdir(getFolder(media)).catch(() => []);
  const name = names.find((one) => one.startsWith(`${id}.`));
  const file = name && join(getFolder(media), name);
  const facts = file ? await stat(file).catch(() => null) : null;
  if (!name || !file || !facts) throw new AppError('not_found');
  return { file, offset: facts.size, bytes: Number(name.slice(id.length + 1)) };
}

/**
 * Adds what comes next to an upload; resolves to where it goes on.
 * @throws conflict when it goes on elsewhere; too_large past its end; storage_full
 */
export async function appendToUpload(
  media: string,
  id: string,
  offset: number,
  chunk: Buffer,
): Promise<number> {
  const upload = await findUpload(media, id);
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
 * Finds an upload all of which is there.
 * @throws not_found; upload_incomplete
 */
export async function findWholeUpload(media: string, id: string): Promise<Upload> {
  const upload = await findUpload(media, id);
  if (upload.offset !== upload.bytes) throw new AppError('upload_incomplete');
  return upload;
}

/** Removes an upload that has become a file, or never will. */
export const removeUpload = ({ file }: Upload): Promise<void> => rm(file, { force: true });

/** Removes the uploads that were given up, files that a server left half written, and sentences spoken long ago. */
export async function deleteAbandonedUploads(media: string, now: Date): Promise<void> {
  const list = async (folder: string) =>
    (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
  const halves = (await list(media)).filter((file) => file.endsWith('.part'));
  const deleteOlder = async (files: string[], ageMs: number) => {
    for (const file of files) {
      const facts = await stat(file).catch(() => null);
      if (facts && now.getTime() - facts.mtimeMs > ageMs) await rm(file, { force: true });
    }
  };
  await deleteOlder([...(await list(getFolder(media))), ...halves], KEPT_MS);
  await deleteOlder(await list(join(media, SPOKEN)), SPOKEN_KEPT_MS);
}

/** Does something that takes room on the disk. Where there is none, nothing of the file stays. */
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
