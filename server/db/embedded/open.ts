import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { BootError, throwBootError } from '#server/db/boot-error.ts';
import { superuser } from '#server/db/embedded/access.ts';
import { checkVersion, createCluster } from '#server/db/embedded/cluster.ts';
import { ensureReadableEngine, findEngine } from '#server/db/embedded/engine.ts';
import { locateCluster } from '#server/db/embedded/cluster-location.ts';
import {
  ensurePostmaster,
  type StartOptions,
  stopPostmaster,
} from '#server/db/embedded/postmaster.ts';
import { parseConnectionUrl, buildSocketUrl } from '#server/db/url.ts';

/** The engine of one data folder, shared with every other app on that folder. */
export interface Embedded {
  /** Address of the app's database. */
  url: string;
  /** Whether the engine was created, started, or found running. */
  how: 'created' | 'started' | 'adopted';
  /** Releases the engine; the last app to release it stops it. */
  close: () => Promise<void>;
}

/** Engine settings: durable, small, and no personal data in the log (errors without details or statements). */
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

/** Advisory lock: held shared by each app that uses the engine, taken exclusively by the one that stops it. */
const engineLockId = 7_238_650;
const openTimeoutMs = 60_000;

/**
 * Starts the engine under `dataDir` (creating its cluster if missing) or connects to the one that runs, and opens
 * the database `envol`, creating it if missing. Aborted before the engine is started, it leaves nothing behind;
 * after that it resolves and must be closed.
 * @throws the reason of `signal`
 */
export async function openEmbedded(dataDir: string, signal?: AbortSignal): Promise<Embedded> {
  let place = locateCluster(dataDir);
  const found = findEngine();
  const engine = ensureReadableEngine(place.account, found, place.home);
  const isNew = !place.cluster;
  if (isNew) {
    await createCluster(engine, place, signal);
    place = locateCluster(dataDir);
  }
  const { cluster, account } = place;
  if (!cluster) return throwBootError(`The database in ${place.link} vanished while it was made.`);
  checkVersion(cluster, engine);
  const start = { engine, cluster, account, settings, signal };
  let closing = false;
  let connection = await acquireEngine(start, onLost);

  // The engine died: restart it, so that the pool can reconnect.
  function onLost(): void {
    if (closing) return;
    acquireEngine(start, onLost).then(
      (next) => {
        connection = next;
      },
      (error: Error) => process.emitWarning(error),
    );
  }

  return {
    url: connection.url,
    how: isNew ? 'created' : connection.started ? 'started' : 'adopted',
    close: async () => {
      closing = true;
      await releaseEngine(connection.sql, cluster);
    },
  };
}

interface EngineConnection {
  sql: postgres.Sql;
  url: string;
  started: boolean;
}

/**
 * Starts the engine if needed and holds the shared advisory lock on a dedicated connection: PostgreSQL then
 * knows who uses it, and drops the lock of an app that was killed. If another app is stopping the engine, waits
 * and starts it again.
 */
async function acquireEngine(
  start: Omit<StartOptions, 'deadline'>,
  onLost: () => void,
): Promise<EngineConnection> {
  const deadline = Date.now() + openTimeoutMs;
  let started = false;
  let last: unknown;
  while (Date.now() < deadline) {
    const { socket, port, started: now } = await ensurePostmaster({ ...start, deadline });
    started ||= now;
    let held = false;
    const { url, options } = parseConnectionUrl(
      buildSocketUrl(socket, port, superuser, 'postgres'),
    );
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
      await sql`select pg_advisory_lock_shared(${engineLockId})`;
      held = true;
      await sql`create database envol`.catch((error: postgres.PostgresError) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
      return { sql, url: buildSocketUrl(socket, port, superuser, 'envol'), started };
    } catch (error) {
      held = false;
      last = error;
      await sql.end({ timeout: 0 });
      if (error instanceof BootError) throw error;
      await wait(50);
    }
  }
  return throwBootError(`The database in ${start.cluster} could not be opened.`, last);
}

async function releaseEngine(sql: postgres.Sql, cluster: string): Promise<void> {
  try {
    await sql`select pg_advisory_unlock_shared(${engineLockId})`;
    const [row] = await sql<
      { last: boolean }[]
    >`select pg_try_advisory_lock(${engineLockId}) as last`;
    if (row?.last) await stopPostmaster(cluster);
  } catch {
    // The connection ended: another app, the last one, is stopping the engine.
  } finally {
    await sql.end({ timeout: 0 }).catch(() => undefined);
  }
}
