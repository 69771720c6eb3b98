import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret that signs sign-in cookies, made on first use and kept in the data folder, readable
 * only by the server's own account. Several servers starting at once agree on the first one's.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'session-secret');
  const known = await readFile(path, 'utf8').catch(() => null);
  if (known !== null) return known.trim();
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  // A link appears whole and only once, whoever comes first; the others read what is there.
  await link(draft, path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
}
