import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '#server/db/boot-error.ts';

const SHORTEST = 32;

/**
 * The secret that signs sign-in cookies, made on first use and kept in the data folder, readable
 * only by the server's own account. Several servers starting at once agree on the first one's.
 * @throws {BootError} when what is kept there is too short to be one.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'session-secret');
  const known = await read(path);
  if (known !== null) return known;
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await mkdir(dataDir, { recursive: true });
  await write(draft, randomBytes(32).toString('base64url'));
  // A link appears whole and only once, whoever comes first; the others read what is there.
  await link(draft, path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await read(path)) ?? refuse(`${path} vanished while it was made.`);
}

async function read(path: string): Promise<string | null> {
  const kept = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return refuse(`${path}, which signs people in, cannot be read: let this user read it.`, error);
  });
  const secret = kept?.trim();
  if (secret !== undefined && secret.length < SHORTEST)
    refuse(
      `${path}, which signs people in, has fewer than ${SHORTEST} characters: put it back, or remove it to sign everybody out and have a new one made.`,
    );
  return secret ?? null;
}

/** A power cut must not leave the name without what it names. */
async function write(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
