import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { throwBootError } from '#server/db/boot-error.ts';

const MIN_LENGTH = 32;

/** Whether a secret has no control characters (NUL, as a power cut leaves) and none that stand for broken bytes. */
export function isPlainText(secret: string): boolean {
  return !/[\p{Cc}\ufffd]/u.test(secret);
}

/**
 * Loads the secret that signs cookies from the data folder, creating it on first use (readable only by the
 * server's user). Servers that start at once agree on the first one created.
 * @throws {BootError} when the stored secret is too short.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'session-secret');
  const known = await read(path);
  if (known !== null) return known;
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await mkdir(dataDir, { recursive: true });
  await write(draft, randomBytes(32).toString('base64url'));
  // A hard link is created atomically and only once; the servers that lose the race read the winner's.
  await link(draft, path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await read(path)) ?? throwBootError(`${path} vanished while it was made.`);
}

async function read(path: string): Promise<string | null> {
  const kept = await readFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return throwBootError(
      `${path}, which signs people in, cannot be read: let this user read it.`,
      error,
    );
  });
  if (kept === null) return null;
  const secret = kept.toString('utf8').trim();
  const remedy = 'put it back, or remove it to sign everybody out and have a new one made.';
  if (secret.length < MIN_LENGTH)
    throwBootError(
      `${path}, which signs people in, has fewer than ${MIN_LENGTH} characters: ${remedy}`,
    );
  if (!isPlainText(secret))
    throwBootError(`${path}, which signs people in, is not plain text: ${remedy}`);
  return secret;
}

/** Syncs the content to disk, so that a power cut leaves no empty file. */
async function write(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
