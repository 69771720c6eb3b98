import { existsSync } from 'node:fs';
import { chown, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type SystemAccount,
  canReadFolder,
  findSystemUserName,
} from '#server/db/embedded/account.ts';
import type { Log } from '#server/log.ts';

export interface DropRootOptions {
  dataDir: string;
  port: number;
  /** A file of the program, whose folder the account must be able to read. */
  program: string;
}

/**
 * When the process runs as root, gives the files in DATA_DIR that root owns to the owner of DATA_DIR and continues as
 * that user. If that is impossible, it logs why and stays root; the embedded database never runs as root.
 */
export async function dropRootPrivilegesIfPossible(
  options: DropRootOptions,
  log: Log,
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(options.dataDir);
  const name = findSystemUserName(uid);
  const obstacle = await findObstacle({ uid, gid }, name, options);
  if (name === undefined || obstacle !== null) {
    log.warn({ reason: obstacle }, 'the server runs as root: see docs/operate.md');
    return;
  }
  // What an earlier start as root left.
  await chownFolderOfRoot(options.dataDir, { uid, gid });
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  log.info({ user: name }, 'root was given up');
}

async function findObstacle(
  account: SystemAccount,
  name: string | undefined,
  { dataDir, port, program }: DropRootOptions,
): Promise<string | null> {
  if (account.uid === 0) return 'DATA_DIR belongs to root';
  if (name === undefined) return 'the owner of DATA_DIR has no name on this machine';
  if (port > 0 && port < 1024) return 'only root may use a port below 1024';
  if (!canReadFolder(account, dirname(program)))
    return 'the owner of DATA_DIR cannot read the program';
  const cluster = join(dataDir, 'postgres');
  if (existsSync(cluster) && (await stat(await realpath(cluster))).uid !== account.uid)
    return 'the database belongs to another user than DATA_DIR';
  return null;
}

async function chownFolderOfRoot(folder: string, { uid, gid }: SystemAccount): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (name === 'postgres' || name.startsWith('postgres/')) continue;
    const path = join(folder, name);
    const facts = await lstat(path).catch(() => null);
    if (facts?.uid === 0 && (facts.isFile() || facts.isDirectory())) await chown(path, uid, gid);
  }
}
