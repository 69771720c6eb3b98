import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lchownSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { throwBootError } from '#server/db/boot-error.ts';
import { SUPERUSER_NAME } from '#server/db/embedded/access.ts';
import type { SystemAccount } from '#server/db/embedded/account.ts';
import {
  type PostgresEngine,
  ENGINE_ENVIRONMENT,
  throwProgramStartError,
} from '#server/db/embedded/engine.ts';
import type { ClusterLocation } from '#server/db/embedded/cluster-location.ts';

/** Checks that `cluster` is a data folder of the engine's major version. @throws {BootError} otherwise */
export function assertClusterVersion(cluster: string, engine: PostgresEngine): void {
  let found: string;
  try {
    found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    return throwBootError(
      `${cluster} is not a PostgreSQL data folder: move it away, or set DATA_DIR to another folder.`,
      error,
    );
  }
  if (found !== String(engine.major))
    throwBootError(
      `The data in ${cluster} is of PostgreSQL ${found} and this version of Envol brings PostgreSQL ${engine.major}: ` +
        `dump it with the former version and restore it, or set DATABASE_URL to a server of version ${found}.`,
    );
}

/**
 * Creates the cluster: runs `initdb` in a temporary folder and renames that when complete, so that a crash leaves no
 * partial database. If two apps do so at once, both use the cluster of the first. When aborted it leaves nothing
 * behind.
 * @throws {BootError} when `initdb` fails; the reason of `signal`
 */
export async function createCluster(
  engine: PostgresEngine,
  place: ClusterLocation,
  signal?: AbortSignal,
): Promise<void> {
  const sheltered = place.home !== dirname(place.link);
  const prefix = join(place.home, 'postgres.new-');
  removeUnfinished(place.home);
  const unfinished = mkdtempSync(`${prefix}${process.pid}-`);
  try {
    if (place.account) lchownSync(unfinished, place.account.uid, place.account.gid);
    await runInitdb(engine, unfinished, place.account, { signal });
    const cluster = join(place.home, 'postgres');
    renameSync(unfinished, cluster);
    if (sheltered) symlinkSync(cluster, place.link);
  } catch (error) {
    rmSync(sheltered ? place.home : unfinished, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/**
 * Runs `initdb` on an empty folder as `account` (undefined: the current user), with additional `options`: tests pass
 * `--no-sync`, which is faster and not durable.
 * @throws {BootError}; the reason of `signal`
 */
export async function runInitdb(
  engine: PostgresEngine,
  folder: string,
  account: SystemAccount | undefined,
  { options = [], signal }: { options?: string[]; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  signal?.throwIfAborted();
  const all = [
    ...['--pgdata', folder, '--username', SUPERUSER_NAME, '--encoding', 'UTF8'],
    // Refuses all connections until the first start writes the access rules.
    ...['--auth-local', 'reject', '--auth-host', 'reject'],
    // The engine's own collation: the same order on every machine, and no index breaks when the system's changes.
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    ...options,
  ];
  const child = spawn(join(engine.folder, 'bin', 'initdb'), all, {
    ...account,
    cwd: '/',
    env: ENGINE_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, so that what it starts ends with it, and only when we say so.
    detached: true,
  });
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
  signal?.addEventListener('abort', stop);
  const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) =>
    throwProgramStartError(error, engine),
  );
  const [said, [status]] = await Promise.all([text(child.stderr), ended]).finally(() =>
    signal?.removeEventListener('abort', stop),
  );
  signal?.throwIfAborted();
  if (status !== 0)
    throwBootError(
      `The database in ${folder} could not be made: ${said.trim().split('\n').slice(-3).join(' ')}`,
    );
}

/** Removes what a crash during an earlier `initdb` left. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker && !isProcessAlive(Number(maker)))
      // What its killed maker had begun (initdb) may still be writing for a moment.
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Whether a process with this id exists, of any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
