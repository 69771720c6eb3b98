import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

// One plain name: no folder, no hidden file, nothing to climb with.
const SAFE_NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const ADDRESS = /^\/media\/(?<hash>[0-9a-f]{32})-(?<name>[^/]+)$/;
/** Stands for a file that is not there: the player asks for it, and says that the voice is missing. */
const NOBODY = '0'.repeat(32);

/** The recorded narrations of a folder, under addresses that change with what is in them. */
export function openRecordings(media: string) {
  // Reading a file of some megabytes takes milliseconds, and is done once for each that changes.
  const known = new Map<string, { stamp: string; hash: Promise<string> }>();

  async function hashOf(name: string): Promise<string | null> {
    const file = path.join(media, name);
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) return null;
    const stamp = `${facts.size}/${facts.mtimeMs}/${facts.ino}`;
    const before = known.get(name);
    if (before?.stamp === stamp) return before.hash;
    const hash = digest(file);
    known.set(name, { stamp, hash });
    hash.catch(() => known.delete(name));
    return hash;
  }

  return {
    /** Where a recording is asked for; the hash in it is of the file as it is now. */
    addressOf: async (name: string): Promise<string> =>
      `/media/${(SAFE_NAME.test(name) && (await hashOf(name))) || NOBODY}-${name}`,
    /** The file an address means, or null when there is none, or another by now. */
    find: async (address: string): Promise<string | null> => {
      const { hash, name } = ADDRESS.exec(address)?.groups ?? {};
      if (!hash || !name || !SAFE_NAME.test(name)) return null;
      return (await hashOf(name)) === hash ? name : null;
    },
  };
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 32);
}
