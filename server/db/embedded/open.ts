import { setTimeout as delay } from 'node:timers/promises';
import { throwBootError } from '#server/db/boot-error.ts';
import { SUPERUSER_NAME } from '#server/db/embedded/access.ts';
import { assertClusterVersion, createCluster } from '#server/db/embedded/cluster.ts';
import { ensureReadableEngine, findPostgresEngine } from '#server/db/embedded/engine.ts';
import { prepareClusterLocation } from '#server/db/embedded/cluster-location.ts';
import {
  ensurePostmaster,
  type PostmasterStartOptions,
  stopPostmaster,
} from '#server/db/embedded/postmaster.ts';
import { openDatabaseSession, type DatabaseSession } from '#server/db/session.ts';
import { buildSocketUrl } from '#server/db/url.ts';
import type { Log } from '#server/log.ts';

export interface EmbeddedDatabase {
  url: string;
  how: 'created' | 'started' | 'adopted';
  folder: string;
  /** Releases the engine and no longer restarts it; the last app to release it stops it. */
  close: () => Promise<void>;
}

export interface EmbeddedOptions {
  signal?: AbortSignal | undefined;
  /** Receives a message when the engine ends by itself, and when it runs again. */
  log?: Log | undefined;
}

/** Engine settings: durable, small, and no personal data in the log (errors without details or statements). */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '40',
  // Nothing is replicated from here: no process waits for it.
  max_logical_replication_workers: '0',
  // What does not fit is in the cache of the operating system, which gives it back when memory is short.
  shared_buffers: '8MB',
  // Each worker that reads ahead is a process of its own.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Advisory lock: held shared by each app that uses the engine, taken exclusively by the one that stops it. */
const engineLockId = 7_238_650;
const openTimeoutMs = 60_000;
/** Pauses between attempts to start an engine that ended; they double from the first to the last. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Starts the engine under `dataDir` (creating its cluster if missing) or uses the one that runs, and creates the
 * database `envol` if missing. Until `close`, an engine that ends is restarted. When aborted it leaves no process
 * behind.
 * @throws {BootError}; the reason of `signal`
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  { signal, log }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  let place = prepareClusterLocation(dataDir);
  const found = findPostgresEngine();
  const engine = ensureReadableEngine(place.account, found, place.home);
  const isNew = !place.cluster;
  if (isNew) {
    await createCluster(engine, place, signal);
    place = prepareClusterLocation(dataDir);
  }
  const { cluster, account } = place;
  if (!cluster) return throwBootError(`The database in ${place.link} vanished while it was made.`);
  assertClusterVersion(cluster, engine);
  const start = { engine, cluster, account, settings };
  const first = await acquireEngine({ ...start, signal });
  return {
    url: first.url,
    how: isNew ? 'created' : first.started ? 'started' : 'adopted',
    folder: cluster,
    close: superviseEngine(first, start, log),
  };
}

type Start = Omit<PostmasterStartOptions, 'deadline' | 'signal'>;

/**
 * Restarts the engine whenever it ends, with growing pauses until it succeeds (its disk may be full); the pool
 * reconnects by itself. Returns the function that stops this and releases the engine.
 */
function superviseEngine(first: EngineConnection, start: Start, log: Log | undefined) {
  const closing = new AbortController();
  const { signal } = closing;
  let connection = first;
  let restarting = Promise.resolve();

  function watch(): void {
    void connection.keeper.ended.then(() => {
      if (!signal.aborted) restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    const began = performance.now();
    log?.error('the database engine ended; it is started again');
    for (let pause = MIN_PAUSE_MS; !signal.aborted; pause *= 2) {
      try {
        connection = await acquireEngine({ ...start, signal });
        log?.info(
          { seconds: (performance.now() - began) / 1000 },
          'the database engine runs again',
        );
        watch();
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (pause === MIN_PAUSE_MS)
          log?.error(
            { reason: (error as Error).message },
            'the database engine does not start; it is tried again until it does',
          );
        pause = Math.min(pause, MAX_PAUSE_MS);
        await delay(pause, null, { signal }).catch(() => undefined);
      }
    }
  }

  watch();
  return async () => {
    closing.abort();
    await restarting;
    await releaseEngine(connection.keeper, start.cluster);
  };
}

interface EngineConnection {
  /** Holds the lock as long as it lasts. */
  keeper: DatabaseSession;
  url: string;
  started: boolean;
}

/**
 * Starts the engine if needed and holds the shared advisory lock on a dedicated connection: PostgreSQL then knows which
 * apps use it, and drops the lock of one that was killed. If another app is stopping the engine, waits and starts it.
 * @throws {BootError}; the reason of `signal`; in either case an engine that was started here is stopped
 */
async function acquireEngine(
  start: Omit<PostmasterStartOptions, 'deadline'>,
): Promise<EngineConnection> {
  const deadline = Date.now() + openTimeoutMs;
  let started = false;
  let last: unknown;
  try {
    while (Date.now() < deadline) {
      const { socket, port, started: now } = await ensurePostmaster({ ...start, deadline });
      started ||= now;
      start.signal?.throwIfAborted();
      try {
        return { ...(await holdLock(socket, port)), started };
      } catch (error) {
        last = error;
        await delay(50);
      }
    }
    return throwBootError(`The database in ${start.cluster} could not be opened.`, last);
  } catch (error) {
    if (started) await stopPostmaster(start.cluster);
    throw error;
  }
}

/** Connects to a running engine, takes the shared lock and makes the app's database if it is missing. */
async function holdLock(socket: string, port: number): Promise<Omit<EngineConnection, 'started'>> {
  const keeper = await openDatabaseSession(
    buildSocketUrl(socket, port, SUPERUSER_NAME, 'postgres'),
    {
      applicationName: 'envol keeper',
    },
  );
  try {
    await keeper.query('select pg_advisory_lock_shared($1)', [engineLockId]);
    await keeper.query('create database envol').catch((error: { code?: string }) => {
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
    return { keeper, url: buildSocketUrl(socket, port, SUPERUSER_NAME, 'envol') };
  } catch (error) {
    await keeper.close();
    throw error;
  }
}

/** Gives up the lock, and stops the engine when no other app holds it. */
async function releaseEngine(keeper: DatabaseSession, cluster: string): Promise<void> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [engineLockId]);
    const { rows } = await keeper.query<{ last: boolean }>(
      'select pg_try_advisory_lock($1) as last',
      [engineLockId],
    );
    if (rows[0]?.last) await stopPostmaster(cluster);
  } catch {
    // The connection ended: another app, the last one, is stopping the engine.
  } finally {
    await keeper.close();
  }
}
