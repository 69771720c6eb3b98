import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** The system user that runs the engine. PostgreSQL refuses to run as root. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/**
 * Chooses the system user that runs PostgreSQL: undefined (the current user) unless we are root; as root, the owner of
 * `folder` if that is another user with a name, which initdb requires, otherwise `nobody`.
 */
export function chooseSystemAccountIfRoot(folder: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 || findSystemUserName(uid) === undefined ? getNobodyAccount() : { uid, gid };
}

/** Returns the mode of a new data folder: 0700, or 0711 as root, so that the engine's user can traverse it. */
export const getNewDataDirMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** Returns the name of the system user with this id; undefined if there is none. */
export function findSystemUserName(uid: number): string | undefined {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Whether an account is the system user `nobody`. */
export function isNobody({ uid }: SystemAccount): boolean {
  return uid === getNobodyAccount().uid;
}

function getNobodyAccount(): SystemAccount {
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
    if (line && Number(line[1]) > 0) return { uid: Number(line[1]), gid: Number(line[2]) };
  } catch {
    // A machine without /etc/passwd still has numbers.
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * Whether the user (undefined: the current one) can read and traverse the folder `path`. Tested by a process of that
 * user, because only the kernel knows modes, ACLs and mounts.
 */
export function canReadFolder(account: SystemAccount | undefined, path: string): boolean {
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
export function canReachFolder(account: SystemAccount, path: string): boolean {
  return testPermission(account, '-x', path);
}

function testPermission(account: SystemAccount, flag: '-r' | '-x', path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}
