import { createHash } from 'node:crypto';
import {
  constants,
  accessSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { throwBootError } from '#server/db/boot-error.ts';
import {
  type SystemAccount,
  chooseSystemAccountIfRoot,
  canReachFolder,
  getNewDataDirMode,
} from '#server/db/embedded/account.ts';

export interface ClusterLocation {
  /** DATA_DIR/postgres: the cluster, or a link to it. */
  link: string;
  /** Real path of the cluster; undefined until it is created. */
  cluster: string | undefined;
  /** Folder that contains the cluster. The engine's user can traverse every folder above it. */
  home: string;
  account: SystemAccount | undefined;
}

/** Parent folder of clusters whose DATA_DIR the engine's user cannot reach (such as a clone under /root, mode 0700). */
const fallbackRoot = '/var/lib/envol';

/**
 * Finds the cluster of `dataDir`, creating the folders it needs but not the cluster itself.
 * @throws {BootError} when a folder cannot be used, or the cluster belongs to another user or is missing behind its
 * link
 */
export function prepareClusterLocation(dataDir: string): ClusterLocation {
  const wanted = resolve(dataDir);
  makeFolder(wanted);
  const folder = realpathSync(wanted);
  const link = join(folder, 'postgres');
  const cluster = findExistingCluster(link);
  const account = chooseSystemAccountIfRoot(cluster ?? folder);
  const home = cluster ? dirname(cluster) : folder;
  if (!account || canReachFolder(account, home)) return { link, cluster, home, account };
  if (cluster)
    throwBootError(
      `The user ${account.uid}, who runs the database in ${cluster}, cannot reach it: ` +
        'give the folders above it mode o+x, or set DATA_DIR to another place.',
    );
  mkdirSync(fallbackRoot, { recursive: true, mode: 0o755 });
  const made = mkdtempSync(join(fallbackRoot, `${shortHash(folder)}-`));
  lchownSync(made, account.uid, account.gid);
  return { link, cluster, home: made, account };
}

function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) {
      const owner = statSync(findNearestExisting(folder));
      mkdirSync(folder, { recursive: true, mode: getNewDataDirMode() });
      if (process.getuid?.() === 0) lchownSync(folder, owner.uid, owner.gid);
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throwBootError(
      `The data folder ${folder} cannot be written: make it writable for this user, or set DATA_DIR to another folder.`,
      error,
    );
  }
}

function findNearestExisting(folder: string): string {
  return existsSync(folder) ? folder : findNearestExisting(dirname(folder));
}

function findExistingCluster(link: string): string | undefined {
  const entry = lstatSync(link, { throwIfNoEntry: false });
  if (!entry) return undefined;
  try {
    const cluster = realpathSync(link);
    const { uid } = statSync(cluster);
    const self = process.getuid?.();
    if (self !== undefined && self !== 0 && uid !== self)
      throwBootError(
        `The database in ${link} belongs to another user (${uid}): start as that user, or set DATA_DIR.`,
      );
    return cluster;
  } catch (error) {
    if (!entry.isSymbolicLink() || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return throwBootError(
      `${link} points to a database that is gone: put it back, or remove the link to begin with an empty one.`,
    );
  }
}

/**
 * Longest path of a socket folder in bytes: what `sockaddr_un` allows (108 on Linux, 104 on macOS) less
 * `/.s.PGSQL.5432` and the final zero.
 */
export const MAX_SOCKET_PATH_BYTES = (process.platform === 'linux' ? 108 : 104) - 15;

/**
 * Returns the folder of the engine's socket: the cluster itself (mode 0700) or, if its path does not suit a socket, a
 * folder of the same mode under the temporary one, created if missing and named by a hash of the cluster's path.
 * @throws {BootError} when something else has that name
 */
export function ensureSocketFolder(cluster: string, account: SystemAccount | undefined): string {
  // PostgreSQL reads a list here: a comma or a quote in a path would need quoting.
  if (
    Buffer.byteLength(cluster) <= MAX_SOCKET_PATH_BYTES &&
    /^[\w./@+ -]+$/.test(cluster) &&
    !cluster.includes(' ')
  )
    return cluster;
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const base = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const folder = join(base, `envol-${shortHash(cluster)}-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const made = lstatSync(folder);
  const self = process.getuid?.() ?? 0;
  // The temporary folder is writable by every user: an existing entry must be a real folder (no link), owned by us and
  // private, so that no other user can replace it before ownership changes.
  if (!made.isDirectory() || ![uid, self].includes(made.uid) || (made.mode & 0o077) !== 0)
    throwBootError(`${folder} is in the way of the database's socket: remove it.`);
  if (account && made.uid !== uid) lchownSync(folder, account.uid, account.gid);
  return folder;
}

function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
