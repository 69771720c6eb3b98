import { and, eq, lt, notInArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import type { Extension } from './policy.ts';
import { type ProbedRecording, probePicture, probeRecording } from './probe/service.ts';
import type { MediaStore } from './service.ts';
import { mediaFiles } from './table.ts';
import { findWholeUpload, removeUpload, type Upload } from './uploads/service.ts';

/** What is needed to keep a file. */
export interface MediaDeps {
  db: Database;
  media: MediaStore;
}

export { deleteAbandonedUploads } from './uploads/service.ts';

/** What nobody names is kept for so long: a page may still play it, and a change may be about to name it. */
const UNUSED_MS = 24 * 60 * 60_000;
/** How many files one sweep removes. */
const SWEEP = 100;

/**
 * Keeps a file that was made or sent; resolves to its name. Written down first, so that whatever happens it is found.
 * @throws storage_full
 */
export async function keepMedia(
  { db, media }: MediaDeps,
  { file, bytes, extension }: { file: string; bytes: number; extension: Extension },
  now: Date,
): Promise<string> {
  const name = await media.name(file, extension);
  await db.insert(mediaFiles).values({ name, bytes, createdAt: now });
  try {
    await media.keep(name, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new AppError('storage_full', undefined, { cause: error });
  }
  return name;
}

/** A recording that was sent and is kept. */
export interface KeptRecording extends ProbedRecording {
  name: string;
  bytes: number;
}

/**
 * Looks at a recording that was sent, and keeps it. One that is refused is removed.
 * @throws not_found; upload_incomplete; not_a_recording; storage_full
 */
export async function keepRecording(
  deps: MediaDeps,
  uploadId: string,
  now: Date,
): Promise<KeptRecording> {
  const upload = await findWholeUpload(deps.media.folder, uploadId);
  const probed = await orRemove(upload, probeRecording(upload.file, upload.bytes));
  const name = await keepUpload(deps, upload, probed.extension, now);
  return { ...probed, name, bytes: upload.bytes };
}

/**
 * Looks at a portrait that was sent, and keeps it; resolves to its name. One that is refused is removed.
 * @throws not_found; upload_incomplete; not_a_picture; too_large; storage_full
 */
export async function keepPortrait(deps: MediaDeps, uploadId: string, now: Date): Promise<string> {
  const upload = await findWholeUpload(deps.media.folder, uploadId);
  const { extension } = await orRemove(upload, probePicture(upload.file, upload.bytes));
  return keepUpload(deps, upload, extension, now);
}

async function orRemove<T>(upload: Upload, probing: Promise<T>): Promise<T> {
  try {
    return await probing;
  } catch (error) {
    await removeUpload(upload);
    throw error;
  }
}

async function keepUpload(deps: MediaDeps, upload: Upload, extension: Extension, now: Date) {
  const name = await keepMedia(deps, { ...upload, extension }, now);
  await removeUpload(upload);
  return name;
}

/** Removes files that are older than a day and that nobody names any more; `used` lists the names that somebody does. */
export async function deleteUnusedMedia(
  { db, media }: MediaDeps,
  used: readonly string[],
  now: Date,
): Promise<void> {
  const unused = await db
    .select({ name: mediaFiles.name })
    .from(mediaFiles)
    .where(
      and(
        lt(mediaFiles.createdAt, new Date(now.getTime() - UNUSED_MS)),
        used.length > 0 ? notInArray(mediaFiles.name, [...used]) : undefined,
      ),
    )
    .limit(SWEEP);
  for (const { name } of unused) {
    await media.remove(name);
    await db.delete(mediaFiles).where(eq(mediaFiles.name, name));
  }
}
