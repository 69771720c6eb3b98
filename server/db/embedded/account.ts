import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** The user the engine runs as. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Chooses the user that runs the engine: `undefined` (the current user) when unprivileged; as root, the owner
 * of the data folder if that is an unprivileged user with a name (initdb requires one), otherwise `nobody`.
 */
export function chooseAccount(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 || findUserName(uid) === undefined ? getNobodyAccount() : { uid, gid };
}

/**
 * Returns the mode of a new data folder: 0700; where root makes it 0711, so that the database's own user can pass through.
 */
export const getDataDirMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** User name of a uid, or undefined if it has none. */
export function findUserName(uid: number): string | undefined {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Whether an account is the system user `nobody`. */
export function isNobody({ uid }: Account): boolean {
  return uid === getNobodyAccount().uid;
}

function getNobodyAccount(): Account {
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
    if (line && Number(line[1]) > 0) return { uid: Number(line[1]), gid: Number(line[2]) };
  } catch {
    // A machine without /etc/passwd still has numbers.
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * Whether the user can read and enter `path`. Tested by a process of that user, since only the kernel knows
 * modes, ACLs and mounts.
 */
export function canRead(account: Account | undefined, path: string): boolean {
  if (!account) {
    try {
      accessSync(path, constants.R_OK | constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  return testPermission(account, '-r', path) && testPermission(account, '-x', path);
}

/** Whether the user can traverse the folder `path` and every folder above it. */
export function canTraverse(account: Account, path: string): boolean {
  return testPermission(account, '-x', path);
}

function testPermission(account: Account, flag: '-r' | '-x', path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}
