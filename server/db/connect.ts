import { availableParallelism } from 'node:os';
import { BootError, throwBootError } from '#server/db/boot-error.ts';
import { openEmbeddedDatabase } from '#server/db/embedded/open.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createPool, type Database, type Pool, type PoolOptions } from '#server/db/pool.ts';
import { checkPoolerAndSetStatementTimeout } from '#server/db/pooler.ts';
import { removeUrlPassword } from '#server/db/url.ts';
import type { Log } from '#server/log.ts';

export { BootError, createPool, type Database };

export interface DatabaseOptions extends PoolOptions {
  /** Connection URL of a PostgreSQL 15 or later. If unset, the embedded engine under `dataDir` is used. */
  url?: string | undefined;
  dataDir?: string;
  /** Aborts creating and starting the embedded engine. */
  signal?: AbortSignal;
  /** Receives a message when the embedded engine ends by itself, and when it runs again. */
  log?: Log;
  /** Whether to apply pending migrations; true by default. */
  migrate?: boolean;
}

/** An open database. `close` also releases the embedded engine; the last app that releases it stops it. */
export interface OpenDatabase extends Pool {
  /** Whether the embedded engine was created, started or found running (`adopted`); `connected` with `url`. */
  how: 'connected' | 'created' | 'started' | 'adopted';
  folder: string | undefined;
}

/**
 * Opens the database of `url`, or the embedded engine under `dataDir` (created if missing), checks that it answers and
 * applies pending migrations. On failure it closes everything it opened.
 * @throws {BootError}; the reason of `signal`
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const engine =
    options.url === undefined
      ? await openEmbeddedDatabase(options.dataDir ?? './data', options)
      : null;
  const pool = createPool(engine?.url ?? options.url ?? '', {
    ...(engine && { max: EMBEDDED_CONNECTIONS }),
    ...options,
  });
  const close = async () => {
    await pool.close();
    await engine?.close();
  };
  try {
    if (!engine) await checkDatabase(pool, options.url ?? '');
    if (options.directUrl !== undefined) await checkPoolerAndSetStatementTimeout(pool, options);
    if (options.migrate ?? true) await migrateDatabase(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...pool, how: engine?.how ?? 'connected', folder: engine?.folder, close };
}

/**
 * Connections to the embedded engine, which shares its processors with the server: each is a process with 8 to 11 MB
 * of its own, and more than two a processor take time from each other.
 */
const EMBEDDED_CONNECTIONS = Math.min(10, Math.max(2, availableParallelism()));

/** PgBouncer's error for a time limit given as a connection parameter. */
const POOLER_REFUSES = /unsupported startup parameter/;

async function checkDatabase({ query }: Pool, url: string): Promise<void> {
  const oldest = 150_000;
  const { rows } = await query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  ).catch((error: unknown) =>
    throwBootError(
      `The database ${removeUrlPassword(url)} does not answer: ${describeConnectError(error)}. ${POOLER_REFUSES.test((error as Error).message) ? 'It is a pooler: set DATABASE_DIRECT_URL to the database itself.' : 'Check DATABASE_URL.'}`,
      error,
    ),
  );
  const [row] = rows;
  if (row && row.version < oldest)
    throwBootError(
      `DATABASE_URL is a PostgreSQL ${Math.floor(row.version / 10_000)}; Envol needs 15 or later.`,
    );
}

function describeConnectError(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'CONNECT_TIMEOUT') return 'no reply in time';
  if (code === 'CONNECTION_CLOSED') return 'it closes the connection';
  if (code === 'ENOENT') return 'there is no such socket';
  return message;
}
