import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret that signs sign-in cookies, made on first use and kept in the data folder, readable
 * only by the server's own account. Two servers starting at once agree on the first one's.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  const made = randomBytes(32).toString('base64url');
  await writeFile(path, made, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  const kept = (await readFile(path, 'utf8')).trim();
  if (kept.length < 32)
    throw new Error(`${path} holds no secret: delete it, and a new one is made.`);
  return kept;
}
