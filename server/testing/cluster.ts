import { quoteSqlIdentifier } from '#server/db/driver.ts';
import { access, chown, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { chooseSystemAccountIfRoot } from '#server/db/embedded/account.ts';
import { SUPERUSER_NAME } from '#server/db/embedded/access.ts';
import { assertClusterVersion, runInitdb, isProcessAlive } from '#server/db/embedded/cluster.ts';
import { ensureReadableEngine, findPostgresEngine } from '#server/db/embedded/engine.ts';
import { ensurePostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { openJobQueue } from '#server/db/jobs.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { buildSocketUrl, replaceDatabaseName } from '#server/db/url.ts';
import { createLog } from '#server/log.ts';

/** What a test needs to create its own database. */
export interface TestCluster {
  admin: string;
  /** Name of the migrated database to copy. */
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

interface RunningCluster {
  cluster: TestCluster;
  stop: () => Promise<void>;
}

let users = 0;
let running: Promise<RunningCluster> | undefined;

/**
 * Vitest's global setup for the server tests: starts the shared database server and provides its address as `cluster`.
 * Resolves to the teardown.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, stop } = await startSharedCluster();
  project.provide('cluster', cluster);
  return stop;
}

/** Starts the run's one database server, or returns it when it runs; the last `stop` stops it. */
export async function startSharedCluster(): Promise<RunningCluster> {
  users += 1;
  running ??= startCluster();
  const { cluster, stop } = await running;
  return {
    cluster,
    stop: async () => {
      users -= 1;
      if (users === 0) await stop();
    },
  };
}

/**
 * Uses the server of `TEST_DATABASE_URL` (PostgreSQL 15 or later, with the right to create databases), or starts one.
 */
async function startCluster(): Promise<RunningCluster> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => undefined } : await startOwnServer();
  const run = `envol_test_${Math.floor(Date.now() / 60_000)}_${randomBytes(4).toString('hex')}`;
  const cluster = { admin: server.url, template: `${run}_template` };
  const admin = createPool(server.url, { max: 1, statementTimeoutMs: 0 });
  const dropLike = async (isOurs: (name: string) => boolean) => {
    const { rows } = await admin.query<{ name: string }>(`
      select datname as name from pg_database where datname like 'envol\\_test\\_%'`);
    for (const { name } of rows)
      if (isOurs(name))
        await admin.query(`drop database if exists ${quoteSqlIdentifier(name)} with (force)`);
  };
  // What a killed run left on a server that is not ours to throw away.
  await dropLike((name) => Number(name.split('_')[2]) < Date.now() / 60_000 - 120);
  await admin.query(
    `create database ${quoteSqlIdentifier(cluster.template)} template template0 encoding 'UTF8'`,
  );
  const template = createPool(replaceDatabaseName(server.url, cluster.template), { max: 1 });
  await migrateDatabase(template);
  await (
    await openJobQueue({ query: template.query }, { log: createLog({ level: 'silent' }) })
  ).close();
  await template.close();
  return {
    cluster,
    stop: async () => {
      if (given) await dropLike((name) => name.startsWith(run));
      await admin.close();
      await server.stop();
    },
  };
}

const prefix = 'envol-test-';

/**
 * Starts a server whose data are worthless after the run: it never syncs to disk, and lies in memory where there is
 * room (a database is copied in a tenth of the time).
 */
async function startOwnServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  await removeAbandoned();
  const folder = await mkdtemp(join(await chooseParent(), `${prefix}${process.pid}-`));
  const account = chooseSystemAccountIfRoot(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const engine = ensureReadableEngine(account, findPostgresEngine(), folder);
  const cluster = join(folder, 'postgres');
  await runInitdb(engine, cluster, account, {
    options: ['--no-sync', '--set', 'wal_level=minimal'],
  });
  assertClusterVersion(cluster, engine);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
    timezone: 'UTC',
    max_wal_senders: '0',
    autovacuum: 'off',
    log_error_verbosity: 'terse',
  };
  const deadline = Date.now() + 60_000;
  const { socket, port } = await ensurePostmaster({ engine, cluster, account, settings, deadline });
  return {
    url: buildSocketUrl(socket, port, SUPERUSER_NAME, 'postgres'),
    stop: async () => {
      await stopPostmaster(cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const sharedMemory = '/dev/shm';
const leastFreeBytes = 4 * 1024 ** 3;

/** The folder in memory if it is there, writable and has 4 GiB free (a container's often has 64 MiB); else the disk's. */
async function chooseParent(): Promise<string> {
  try {
    await access(sharedMemory, constants.W_OK);
    const { bavail, bsize } = await statfs(sharedMemory);
    return bavail * bsize >= leastFreeBytes ? sharedMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Stops and removes servers of runs that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const parent of [tmpdir(), sharedMemory])
    for (const name of await readdir(parent).catch(() => [])) {
      const maker = /^envol-test-(\d+)-/.exec(name)?.[1];
      if (!maker || isProcessAlive(Number(maker))) continue;
      const folder = join(parent, name);
      await stopPostmaster(join(folder, 'postgres'));
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
}
