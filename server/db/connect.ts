import { setTimeout as delay } from 'node:timers/promises';
import { BootError, refuse } from '#server/db/boot-error.ts';
import { openEmbedded } from '#server/db/embedded/open.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { connect, type Database, type Pool, type PoolOptions } from '#server/db/pool.ts';
import { withoutPassword } from '#server/db/url.ts';

export { BootError, connect, type Database };

/** Which database to open, and how. */
export interface DatabaseOptions extends PoolOptions {
  /** A PostgreSQL 15 or later; without one, the embedded engine under `dataDir`. */
  url?: string | undefined;
  /** DATA_DIR, `./data` unless told: the embedded engine lives in its folder `postgres`. */
  dataDir?: string;
  /** Whether to bring the schema up to date; yes unless told. */
  migrate?: boolean;
}

/** An open database; `close` also leaves the embedded engine, which the last app to leave stops. */
export interface OpenDatabase extends Pool {
  /** How the embedded engine came to run; `connected` for a server of one's own. */
  how: 'connected' | 'created' | 'started' | 'adopted';
}

/**
 * Opens the database, proves that it answers and brings its schema up to date. Throws a BootError with one sentence when
 * that can't be done, and then leaves nothing running.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const engine = options.url === undefined ? await openEmbedded(options.dataDir ?? './data') : null;
  const pool = connect(engine?.url ?? options.url ?? '', options);
  const close = async () => {
    await pool.close();
    await engine?.close();
  };
  try {
    if (!engine) await prove(pool);
    if (options.migrate ?? true) await migrateDatabase(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...pool, how: engine?.how ?? 'connected', close };
}

async function prove({ sql, url }: Pool, withinMs = 10_000): Promise<void> {
  const oldest = 150_000;
  // The driver bounds one attempt to connect, and tries without end where each one is closed on it.
  const late = new AbortController();
  const [row] = await Promise.race([
    sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`,
    delay(withinMs, null, { signal: late.signal }).then(() => {
      throw Object.assign(new Error('no reply in time'), { code: 'CONNECT_TIMEOUT' });
    }),
  ])
    .catch(async (error: unknown) => {
      await sql.end({ timeout: 0 });
      return refuse(
        `The database ${withoutPassword(url)} does not answer: ${reason(error)}. Check DATABASE_URL.`,
        error,
      );
    })
    .finally(() => late.abort());
  if (row && row.version < oldest)
    refuse(
      `DATABASE_URL is a PostgreSQL ${Math.floor(row.version / 10_000)}; Envol needs 15 or later.`,
    );
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'CONNECT_TIMEOUT') return 'no reply in time';
  if (code === 'ENOENT') return 'there is no such socket';
  return message;
}
