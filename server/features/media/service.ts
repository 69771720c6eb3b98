import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  createMediaName,
  type MediaExtension,
  getMediaMimeType,
  isGeneratedMediaName,
} from './policy.ts';
import { isSafeMediaName, shortenMediaHash } from './policy.ts';
import { createBucketClient, type S3Settings } from './s3/service.ts';
import { fallBackIfFileMissing } from '#server/missing-file.ts';

const MEDIA_PATH = /^\/media\/(?<hash>[0-9a-f]{32})-(?<name>[^/]+)$/;
/** Hash in the URL of a missing file, so that the player requests it and reports that the narration is missing. */
const MISSING_HASH = '0'.repeat(32);

/** Where a file is: in the folder, by its name, or at a URL that expires. */
export type MediaLocation = { name: string } | { url: string };

/** Stores recordings and portraits, on the disk or in a bucket. */
export interface MediaStore {
  /** The folder on the disk; uploads in progress are in it even when files are stored in a bucket. */
  folder: string;
  /** The origin from which browsers load files, if it is not this server; null for the disk. */
  origin: string | null;
  /** Hashes a file and returns a new name for it; stores nothing. */
  buildName: (file: string, extension: MediaExtension) => Promise<string>;
  /** Stores a copy of a file under a name from `buildName`, whole or not at all. */
  store: (name: string, file: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** Returns the URL path of a file, which changes with its content. */
  getUrl: (name: string) => Promise<string>;
  /** Returns where the file of a URL path is; null when there is none or its hash has changed. */
  locate: (address: string) => Promise<MediaLocation | null>;
}

/**
 * Creates the store of media files: in an S3 bucket if one is set, otherwise in a folder. Files put into the folder by
 * hand are served too.
 */
export function createMediaStore(folder: string, s3?: S3Settings): MediaStore {
  const bucket = s3 && createBucketClient(s3);
  // Reading a file of some megabytes takes milliseconds, and is done once for each that changes.
  const known = new Map<string, { stamp: string; hash: Promise<string> }>();

  async function getFileHash(name: string): Promise<string | null> {
    const file = join(folder, name);
    const facts = await fallBackIfFileMissing(stat(file), null);
    if (!facts?.isFile()) return null;
    const stamp = `${facts.size}/${facts.mtimeMs}/${facts.ino}`;
    const before = known.get(name);
    if (before?.stamp === stamp) return before.hash;
    const hash = hashFile(file).then(shortenMediaHash);
    known.set(name, { stamp, hash });
    hash.catch(() => known.delete(name));
    return hash;
  }

  return {
    folder,
    origin: bucket?.origin ?? null,
    buildName: async (file, extension) => createMediaName(await hashFile(file), extension),
    store: (name, file) =>
      bucket ? bucket.put(name, file, getMediaMimeType(name)) : copyWhole(file, folder, name),
    async remove(name) {
      await (bucket ? bucket.remove(name) : rm(join(folder, name), { force: true }));
    },
    async getUrl(name) {
      if (isGeneratedMediaName(name)) return `/media/${name}`;
      return `/media/${(isSafeMediaName(name) && (await getFileHash(name))) || MISSING_HASH}-${name}`;
    },
    async locate(address) {
      const { hash, name } = MEDIA_PATH.exec(address)?.groups ?? {};
      if (!hash || !name || !isSafeMediaName(name)) return null;
      const own = `${hash}-${name}`;
      if (isGeneratedMediaName(own)) {
        if (bucket) return { url: await bucket.sign(own) };
        return (await stat(join(folder, own)).catch(() => null))?.isFile() ? { name: own } : null;
      }
      return (await getFileHash(name)) === hash ? { name } : null;
    },
  };
}

/**
 * Copies a file into a folder: under a hidden name first, which is renamed once all of it is on the disk. After a crash
 * there is the whole file or none under its name.
 */
async function copyWhole(file: string, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = join(folder, `.${name}.part`);
  try {
    await pipeline(createReadStream(file), createWriteStream(part, { flush: true, mode: 0o600 }));
    await rename(part, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves to the SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
