import { and, eq, lt, notInArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import type { MediaExtension } from './policy.ts';
import { type ProbedRecording, probePicture, probeRecording } from './probe/service.ts';
import { hashFile, type MediaStore } from './service.ts';
import { mediaFiles } from './table.ts';
import { getCompleteUpload, removeUpload, type Upload } from './uploads/service.ts';

export interface MediaDeps {
  db: Database;
  media: MediaStore;
}

export { deleteAbandonedUploadsAndOldSpeech } from './uploads/service.ts';

/** How long an unused file is kept: a page may still play it, or a change may be about to refer to it. */
const UNUSED_MS = 24 * 60 * 60_000;
/** Maximum number of files deleted at a time. */
const SWEEP = 100;

/**
 * Stores a copy of a file in the media store; resolves to its new name. Recorded first, so that deleteUnusedMedia finds
 * it whatever happens.
 * @throws storage_full
 */
export async function storeMedia(
  { db, media }: MediaDeps,
  { file, bytes, extension }: { file: string; bytes: number; extension: MediaExtension },
  now: Date,
): Promise<string> {
  const name = await media.buildName(file, extension);
  await db.insert(mediaFiles).values({ name, bytes, createdAt: now });
  try {
    await media.store(name, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new AppError('storage_full', undefined, { cause: error });
  }
  return name;
}

export interface StoredRecording extends ProbedRecording {
  name: string;
  bytes: number;
}

/**
 * Checks an uploaded recording, stores it and deletes the upload. A refused recording's upload is deleted too. `sha256`
 * is that of its content where it is known.
 * @throws not_found; upload_incomplete; not_a_recording; recording_damaged (another hash); storage_full
 */
export async function storeRecordingAndDeleteUpload(
  deps: MediaDeps,
  uploadId: string,
  now: Date,
  sha256?: string,
): Promise<StoredRecording> {
  const upload = await getCompleteUpload(deps.media.folder, uploadId);
  const probed = await removeUploadOnFailure(upload, probeRecording(upload.file, upload.bytes));
  if (sha256 !== undefined) await removeUploadOnFailure(upload, requireHash(upload, sha256));
  const name = await storeUpload(deps, upload, probed.extension, now);
  return { ...probed, name, bytes: upload.bytes };
}

/**
 * Checks an uploaded portrait, stores it and deletes the upload; resolves to its name. A refused portrait's upload is
 * deleted too.
 * @throws not_found; upload_incomplete; not_a_picture; too_large; storage_full
 */
export async function storePortraitAndDeleteUpload(
  deps: MediaDeps,
  uploadId: string,
  now: Date,
): Promise<string> {
  const upload = await getCompleteUpload(deps.media.folder, uploadId);
  const { extension } = await removeUploadOnFailure(
    upload,
    probePicture(upload.file, upload.bytes),
  );
  return storeUpload(deps, upload, extension, now);
}

async function requireHash({ file }: Upload, sha256: string): Promise<void> {
  if ((await hashFile(file)) !== sha256) throw new AppError('recording_damaged');
}

async function removeUploadOnFailure<T>(upload: Upload, probing: Promise<T>): Promise<T> {
  try {
    return await probing;
  } catch (error) {
    await removeUpload(upload);
    throw error;
  }
}

async function storeUpload(deps: MediaDeps, upload: Upload, extension: MediaExtension, now: Date) {
  const name = await storeMedia(deps, { ...upload, extension }, now);
  await removeUpload(upload);
  return name;
}

/** Deletes up to 100 stored files that are older than a day and not among the names in `used`. */
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
