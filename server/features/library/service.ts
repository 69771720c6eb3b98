import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

// One plain name: no folder, no hidden file, nothing to climb with.
const SAFE_NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const MEDIA_PATH = /^\/media\/(?<hash>[0-9a-f]{32})-(?<name>[^/]+)$/;
/** Hash in the URL of a missing file: the player requests it and reports that the narration is missing. */
const MISSING_HASH = '0'.repeat(32);

/** Serves the recorded narrations of a folder under URLs that contain a hash of their content. */
export function openRecordings(media: string) {
  // Reading a file of some megabytes takes milliseconds, and is done once for each that changes.
  const known = new Map<string, { stamp: string; hash: Promise<string> }>();

  async function getFileHash(name: string): Promise<string | null> {
    const file = path.join(media, name);
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) return null;
    const stamp = `${facts.size}/${facts.mtimeMs}/${facts.ino}`;
    const before = known.get(name);
    if (before?.stamp === stamp) return before.hash;
    const hash = hashFile(file);
    known.set(name, { stamp, hash });
    hash.catch(() => known.delete(name));
    return hash;
  }

  return {
    /** URL of a recording, with the hash of the current file. */
    getUrl: async (name: string): Promise<string> =>
      `/media/${(SAFE_NAME.test(name) && (await getFileHash(name))) || MISSING_HASH}-${name}`,
    /** File name for a URL; null when there is none or its hash has changed. */
    resolveFile: async (address: string): Promise<string | null> => {
      const { hash, name } = MEDIA_PATH.exec(address)?.groups ?? {};
      if (!hash || !name || !SAFE_NAME.test(name)) return null;
      return (await getFileHash(name)) === hash ? name : null;
    },
  };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 32);
}
