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
import { refuse } from '#server/db/boot-error.ts';
import { superuser } from '#server/db/embedded/access.ts';
import type { Account } from '#server/db/embedded/account.ts';
import { type Engine, engineEnvironment, explainSpawn } from '#server/db/embedded/engine.ts';
import type { Place } from '#server/db/embedded/place.ts';

/** Throws a BootError unless `cluster` is a data folder of the engine's major version. */
export function checkVersion(cluster: string, engine: Engine): void {
  let found: string;
  try {
    found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    return refuse(
      `${cluster} is not a PostgreSQL data folder: move it away, or set DATA_DIR to another folder.`,
      error,
    );
  }
  if (found !== String(engine.major))
    refuse(
      `The data in ${cluster} is of PostgreSQL ${found} and this version of Envol brings PostgreSQL ${engine.major}: ` +
        `dump it with the former version and restore it, or set DATABASE_URL to a server of version ${found}.`,
    );
}

/**
 * Makes the cluster: `initdb` into a folder beside it, which takes the cluster's name only when it is whole, so that
 * a crash meanwhile leaves no half-made database. Of two apps that do so at once, one wins and both use its cluster.
 */
export async function createCluster(engine: Engine, place: Place): Promise<void> {
  const sheltered = place.home !== dirname(place.link);
  const prefix = join(place.home, 'postgres.new-');
  removeUnfinished(place.home);
  const unfinished = mkdtempSync(`${prefix}${process.pid}-`);
  try {
    if (place.account) lchownSync(unfinished, place.account.uid, place.account.gid);
    await initialise(engine, unfinished, place.account);
    const cluster = join(place.home, 'postgres');
    renameSync(unfinished, cluster);
    if (sheltered) symlinkSync(cluster, place.link);
  } catch (error) {
    rmSync(sheltered ? place.home : unfinished, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/** Runs `initdb` on an empty folder. `--no-sync` (tests) trades safety for a second. */
export async function initialise(
  engine: Engine,
  folder: string,
  account: Account | undefined,
  extra: string[] = [],
): Promise<void> {
  const options = [
    ...['--pgdata', folder, '--username', superuser, '--encoding', 'UTF8'],
    // Until the engine's first start, which writes who may come in.
    ...['--auth-local', 'reject', '--auth-host', 'reject'],
    // The engine's own collation: the same order on every machine, and no index breaks when the system's changes.
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    ...extra,
  ];
  const child = spawn(join(engine.folder, 'bin', 'initdb'), options, {
    ...account,
    cwd: '/',
    env: engineEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) =>
    explainSpawn(error, engine),
  );
  const [said, [status]] = await Promise.all([text(child.stderr), ended]);
  if (status !== 0)
    refuse(
      `The database in ${folder} could not be made: ${said.trim().split('\n').slice(-3).join(' ')}`,
    );
}

/** Removes what a crash during an earlier `initdb` left. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker)))
      // What its killed maker had begun (initdb) may still be writing for a moment.
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Whether a process of that number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
