import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** The user the engine runs as. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Who runs the engine: nobody but ourselves (`undefined`) when we are unprivileged; as root, the owner of the data folder
 * where that is an unprivileged user with a name (initdb asks for it), else the user `nobody`.
 */
export function accountFor(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 || nameOf(uid) === undefined ? nobody() : { uid, gid };
}

/** The name of a user of this machine, where it has one. */
export function nameOf(uid: number): string | undefined {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Whether that is the user whom programs share that belong to nobody. */
export function isNobody({ uid }: Account): boolean {
  return uid === nobody().uid;
}

function nobody(): Account {
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
    if (line && Number(line[1]) > 0) return { uid: Number(line[1]), gid: Number(line[2]) };
  } catch {
    // A machine without /etc/passwd still has numbers.
  }
  return { uid: 65534, gid: 65534 };
}

/** Whether that user can read and enter `path`: asked of the kernel, which alone knows modes, ACLs and mounts. */
export function canRead(account: Account | undefined, path: string): boolean {
  if (!account) {
    try {
      accessSync(path, constants.R_OK | constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  return asks(account, '-r', path) && asks(account, '-x', path);
}

/** Whether that user can pass through the folder `path` and every one above it. */
export function canPass(account: Account, path: string): boolean {
  return asks(account, '-x', path);
}

function asks(account: Account, flag: '-r' | '-x', path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}
