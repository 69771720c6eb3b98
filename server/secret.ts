import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { throwBootError } from '#server/db/boot-error.ts';

const MIN_LENGTH = 32;

/**
 * Returns whether a secret has neither control characters (a power cut may leave NUL) nor replacement characters, which
 * stand for invalid bytes.
 */
export function isUncorruptedSecret(secret: string): boolean {
  return !/[\p{Cc}\ufffd]/u.test(secret);
}

/**
 * Loads the secret that signs cookies from the data folder, creating it on first use (readable only by the server's
 * user). Servers that start at once agree on the one created first.
 * @throws {BootError} when the stored secret is unreadable, too short or not plain text
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
  if (!isUncorruptedSecret(secret))
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
