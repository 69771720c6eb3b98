import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { throwBootError } from '#server/db/boot-error.ts';
import { writeDatabaseAccessRulesAndCheckIfChanged } from '#server/db/embedded/access.ts';
import type { SystemAccount } from '#server/db/embedded/account.ts';
import { isProcessAlive } from '#server/db/embedded/cluster.ts';
import {
  type PostgresEngine,
  ENGINE_ENVIRONMENT,
  throwProgramStartError,
} from '#server/db/embedded/engine.ts';
import { ensureSocketFolder } from '#server/db/embedded/cluster-location.ts';

/** A running engine, as its own `postmaster.pid` describes it. */
export interface PostmasterStatus {
  pid: number;
  port: number;
  socket: string;
  ready: boolean;
}

/**
 * Returns the engine that runs on `cluster`, ready or not; undefined when none does. Unlike `pg_ctl status`, checks
 * that the recorded process is a postgres of this folder, because ids are reused; deletes the pid file if it is not.
 */
export function findPostmasterOrClearStalePid(cluster: string): PostmasterStatus | undefined {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isProcessAlive(pid)) return undefined;
  if (!getCommandLine(pid).includes(cluster)) {
    // PostgreSQL would take the unrelated process for a running server and refuse to start.
    rmSync(file, { force: true });
    return undefined;
  }
  return {
    pid,
    port: Number(lines[3]),
    socket: lines[4] ?? '',
    ready: (lines[7] ?? '').startsWith('ready'),
  };
}

/**
 * Removes the lock file of a socket whose engine is gone. PostgreSQL checks only whether a process with that id exists,
 * as a killed engine does until its parent collects it.
 */
function clearSocketLock(socket: string, cluster: string): void {
  for (const name of readdirSync(socket)) {
    if (!/^\.s\.PGSQL\.\d+\.lock$/.test(name)) continue;
    const file = join(socket, name);
    const pid = Math.abs(Number(readFileSync(file, 'utf8').split('\n')[0]));
    if (!(pid > 0) || !isProcessAlive(pid) || !getCommandLine(pid).includes(cluster))
      rmSync(file, { force: true });
  }
}

function getCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return (
      spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ??
      ''
    );
  }
}

/**
 * Options of one start. `settings` are passed on the command line and override postgresql.conf; `deadline` is in
 * milliseconds since the epoch.
 */
export interface PostmasterStartOptions {
  engine: PostgresEngine;
  cluster: string;
  account: SystemAccount | undefined;
  settings: Record<string, string>;
  deadline: number;
  /** Stops waiting for the engine; one that was launched here is stopped. */
  signal?: AbortSignal | undefined;
}

/**
 * Log messages of a failed start after which a retry can succeed: another app is starting, or children of a
 * killed engine are still running.
 */
const transientErrors =
  /postmaster\.pid" already exists|pre-existing shared memory block|is being used by|lock file .* is empty/;

/**
 * Starts the engine on `cluster` unless it runs, and resolves once it accepts connections; `started` is whether it was
 * started here. Waits for a running engine to recover without limit; no start is tried after `deadline`.
 * @throws {BootError}; the reason of `signal`
 */
export async function ensurePostmaster(
  start: PostmasterStartOptions,
): Promise<PostmasterStatus & { started: boolean }> {
  let started = false;
  for (;;) {
    const found = findPostmasterOrClearStalePid(start.cluster);
    if (found?.ready) {
      // Makes an engine that another app started read the new rules.
      if (writeDatabaseAccessRulesAndCheckIfChanged(start.cluster, start.account))
        process.kill(found.pid, 'SIGHUP');
      return { ...found, started };
    }
    start.signal?.throwIfAborted();
    if (!found) {
      if (Date.now() > start.deadline) break;
      const complaint = await startPostmaster(start);
      if (complaint === undefined) started = true;
      else if (transientErrors.test(complaint)) await wait(100);
      else
        throwBootError(
          `The database in ${start.cluster} did not start. Its last words: ${complaint}`,
        );
    } else await wait(10);
  }
  return throwBootError(
    `The database in ${start.cluster} did not become ready in time; its log is server.log in that folder.`,
  );
}

/** Starts the engine once. Resolves to undefined when it is ready, or to the last lines of its log when it exited. */
async function startPostmaster({
  engine,
  cluster,
  account,
  settings,
  signal,
}: PostmasterStartOptions): Promise<string | undefined> {
  const log = openLog(cluster, account);
  const from = statSync(log.path).size;
  const socket = ensureSocketFolder(cluster, account);
  clearSocketLock(socket, cluster);
  writeDatabaseAccessRulesAndCheckIfChanged(cluster, account);
  const all = {
    unix_socket_directories: socket,
    listen_addresses: '',
    ...settings,
  };
  const child = spawn(
    join(engine.folder, 'bin', 'postgres'),
    ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A session of its own: Ctrl-C in our terminal is for us, and we stop the engine after the last request.
    {
      ...account,
      cwd: '/',
      env: ENGINE_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  closeSync(log.fd);
  let ended: string | undefined;
  let failure: NodeJS.ErrnoException | undefined;
  child.on('error', (error) => (failure = error));
  child.on('exit', () => (ended = readLogTail(log.path, from)));
  child.unref();
  for (;;) {
    if (failure) throwProgramStartError(failure, engine);
    if (ended !== undefined) {
      signal?.throwIfAborted();
      return ended;
    }
    // In fast mode, as `stopPostmaster` does.
    if (signal?.aborted) child.kill('SIGINT');
    else if (findPostmasterOrClearStalePid(cluster)?.ready) return undefined;
    await wait(10);
  }
}

/**
 * Stops the embedded PostgreSQL server of the folder `cluster` in fast mode (SIGINT), which ends its connections.
 * Resolves once it has released the folder; at once when none runs.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const { pid } = findPostmasterOrClearStalePid(cluster) ?? {};
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  // Does not wait for the process to disappear: after its parent app was killed, that may depend on the reaper of
  // orphans.
  while (findPostmasterOrClearStalePid(cluster)?.pid === pid) await wait(10);
}

function openLog(
  cluster: string,
  account: SystemAccount | undefined,
): { path: string; fd: number } {
  const path = join(cluster, 'server.log');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000)
    renameSync(path, `${path}.old`);
  const fd = openSync(path, 'a', 0o600);
  if (account) fchownSync(fd, account.uid, account.gid);
  return { path, fd };
}

/** The last four lines of the log from byte offset `from`; empty when the file is gone. */
function readLogTail(path: string, from: number): string {
  if (!existsSync(path)) return '';
  const lines = readFileSync(path).subarray(from).toString('utf8').trim().split('\n');
  return lines.slice(-4).join(' | ');
}
