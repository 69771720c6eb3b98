import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { BootError, refuse } from '#server/db/boot-error.ts';
import { superuser } from '#server/db/embedded/access.ts';
import { checkVersion, createCluster } from '#server/db/embedded/cluster.ts';
import { engineFor, findEngine } from '#server/db/embedded/engine.ts';
import { findPlace } from '#server/db/embedded/place.ts';
import { ensurePostmaster, type Start, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { connectionFrom, socketUrl } from '#server/db/url.ts';

/** The engine of one data folder, shared with every other app on that folder. */
export interface Embedded {
  /** Address of the app's database. */
  url: string;
  /** How it came to run: made new, started, or found running. */
  how: 'created' | 'started' | 'adopted';
  /** Leaves the engine; the last app to leave stops it. */
  close: () => Promise<void>;
}

/** Durable, small, and with no words of people in the log: errors are told without their details or statements. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Taken shared by each app while it uses the engine, and exclusively by the one that stops it. */
const useLock = 7_238_650;
const patience = 60_000;

/** Makes, starts or adopts the engine under `dataDir` and opens its database `envol`, which is made if missing. */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  let place = findPlace(dataDir);
  const found = findEngine();
  const engine = engineFor(place.account, found, place.home);
  const isNew = !place.cluster;
  if (isNew) {
    await createCluster(engine, place);
    place = findPlace(dataDir);
  }
  const { cluster, account } = place;
  if (!cluster) return refuse(`The database in ${place.link} vanished while it was made.`);
  checkVersion(cluster, engine);
  const start = { engine, cluster, account, settings };
  let closing = false;
  let keeper = await join(start, onLost);

  // The engine died under us: start it again, so that the pool's next connection finds it.
  function onLost(): void {
    if (closing) return;
    join(start, onLost).then(
      (next) => {
        keeper = next;
      },
      (error: Error) => process.emitWarning(error),
    );
  }

  return {
    url: keeper.url,
    how: isNew ? 'created' : keeper.started ? 'started' : 'adopted',
    close: async () => {
      closing = true;
      await leave(keeper.sql, cluster);
    },
  };
}

interface Keeper {
  sql: postgres.Sql;
  url: string;
  started: boolean;
}

/**
 * Ensures the engine and holds the shared lock on a connection of its own: PostgreSQL itself then knows who uses it, and
 * forgets an app that was killed. An engine that another app is stopping is waited for and started again.
 */
async function join(start: Omit<Start, 'deadline'>, onLost: () => void): Promise<Keeper> {
  const deadline = Date.now() + patience;
  let started = false;
  let last: unknown;
  while (Date.now() < deadline) {
    const { socket, port, started: now } = await ensurePostmaster({ ...start, deadline });
    started ||= now;
    let held = false;
    const { url, options } = connectionFrom(socketUrl(socket, port, superuser, 'postgres'));
    const sql = postgres(url, {
      ...options,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 10,
      fetch_types: false,
      connection: { application_name: 'envol keeper' },
      onclose: () => held && onLost(),
    });
    try {
      await sql`select pg_advisory_lock_shared(${useLock})`;
      held = true;
      await sql`create database envol`.catch((error: postgres.PostgresError) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
      return { sql, url: socketUrl(socket, port, superuser, 'envol'), started };
    } catch (error) {
      held = false;
      last = error;
      await sql.end({ timeout: 0 });
      if (error instanceof BootError) throw error;
      await wait(50);
    }
  }
  return refuse(`The database in ${start.cluster} could not be opened.`, last);
}

async function leave(sql: postgres.Sql, cluster: string): Promise<void> {
  try {
    await sql`select pg_advisory_unlock_shared(${useLock})`;
    const [row] = await sql<{ last: boolean }[]>`select pg_try_advisory_lock(${useLock}) as last`;
    if (row?.last) await stopPostmaster(cluster);
  } catch {
    // The connection ended: another app, the last one, is stopping the engine.
  } finally {
    await sql.end({ timeout: 0 }).catch(() => undefined);
  }
}
