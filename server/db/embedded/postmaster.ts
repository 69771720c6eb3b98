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
import { refuse } from '#server/db/boot-error.ts';
import { writeAccess } from '#server/db/embedded/access.ts';
import type { Account } from '#server/db/embedded/account.ts';
import { isAlive } from '#server/db/embedded/cluster.ts';
import { type Engine, engineEnvironment, explainSpawn } from '#server/db/embedded/engine.ts';
import { socketFolder } from '#server/db/embedded/place.ts';

/** A running engine, as its own `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  port: number;
  socket: string;
  ready: boolean;
}

/**
 * The engine that runs on `cluster`, if one does. Unlike `pg_ctl status`, which believes any live process of the
 * recorded number, this also checks that the process is a postgres of this folder: numbers are reused after a power cut.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (!commandOf(pid).includes(cluster)) {
    // PostgreSQL would take the stranger for its own predecessor and refuse to start.
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
 * Removes the lock of a socket whose engine is gone. PostgreSQL asks only whether a process of that number exists, and a
 * killed engine that nobody has reaped yet still does.
 */
function clearSocketLock(socket: string, cluster: string): void {
  for (const name of readdirSync(socket)) {
    if (!/^\.s\.PGSQL\.\d+\.lock$/.test(name)) continue;
    const file = join(socket, name);
    const pid = Math.abs(Number(readFileSync(file, 'utf8').split('\n')[0]));
    if (!(pid > 0) || !isAlive(pid) || !commandOf(pid).includes(cluster))
      rmSync(file, { force: true });
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return (
      spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ??
      ''
    );
  }
}

/** What one start needs. `settings` are given on the command line, over those of postgresql.conf. */
export interface Start {
  engine: Engine;
  cluster: string;
  account: Account | undefined;
  settings: Record<string, string>;
  deadline: number;
}

/** Complaints of a start that another try a moment later cures: a second app, or the children of a killed engine. */
const passing =
  /postmaster\.pid" already exists|pre-existing shared memory block|is being used by|lock file .* is empty/;

/** Starts the engine on `cluster` unless it runs, and waits until it takes connections. */
export async function ensurePostmaster(start: Start): Promise<Postmaster & { started: boolean }> {
  let started = false;
  while (Date.now() < start.deadline) {
    const found = findPostmaster(start.cluster);
    if (found?.ready) {
      // An engine that another app started: it reads the rules anew.
      if (writeAccess(start.cluster, start.account)) process.kill(found.pid, 'SIGHUP');
      return { ...found, started };
    }
    if (!found) {
      const complaint = await launch(start);
      if (complaint === undefined) started = true;
      else if (passing.test(complaint)) await wait(100);
      else refuse(`The database in ${start.cluster} did not start. Its last words: ${complaint}`);
    } else await wait(10);
  }
  return refuse(
    `The database in ${start.cluster} did not become ready in time; its log is server.log in that folder.`,
  );
}

/** One start: resolves to undefined when the engine is ready, or to the last lines of its log when it gave up. */
async function launch({
  engine,
  cluster,
  account,
  settings,
  deadline,
}: Start): Promise<string | undefined> {
  const log = openLog(cluster, account);
  const from = statSync(log.path).size;
  const socket = socketFolder(cluster, account);
  clearSocketLock(socket, cluster);
  writeAccess(cluster, account);
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
      env: engineEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  closeSync(log.fd);
  let ended: string | undefined;
  let failure: NodeJS.ErrnoException | undefined;
  child.on('error', (error) => (failure = error));
  child.on('exit', () => (ended = tail(log.path, from)));
  child.unref();
  while (Date.now() < deadline) {
    if (failure) explainSpawn(failure, engine);
    if (ended !== undefined) return ended;
    if (findPostmaster(cluster)?.ready) return undefined;
    await wait(10);
  }
  return tail(log.path, from);
}

/** Stops the engine in its fast mode: sessions are ended, everything is written. Resolves when it gave the folder up. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const { pid } = findPostmaster(cluster) ?? {};
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  // Not until the process is gone: where an app was killed, its engine's end may wait for whoever adopts orphans.
  while (findPostmaster(cluster)?.pid === pid) await wait(10);
}

function openLog(cluster: string, account: Account | undefined): { path: string; fd: number } {
  const path = join(cluster, 'server.log');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000)
    renameSync(path, `${path}.old`);
  const fd = openSync(path, 'a', 0o600);
  if (account) fchownSync(fd, account.uid, account.gid);
  return { path, fd };
}

/** The last lines of the log since `from`; nothing when it went with its folder. */
function tail(path: string, from: number): string {
  if (!existsSync(path)) return '';
  const lines = readFileSync(path).subarray(from).toString('utf8').trim().split('\n');
  return lines.slice(-4).join(' | ');
}
