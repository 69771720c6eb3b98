import { throwBootError } from '#server/db/boot-error.ts';
import { MIGRATION_LOCK_ID } from '#server/db/migrate.ts';
import { createPool, type Pool, STATEMENT_TIMEOUT_MS } from '#server/db/pool.ts';
import { redactPassword } from '#server/db/url.ts';
import { type Log, toLoggable } from '#server/log.ts';

/**
 * Prepares a database behind a pooler (such as PgBouncer in transaction mode): checks that both addresses lead to the
 * same database, and sets the statement timeout on the role, because a pooler accepts no such connection parameter. A
 * role that may not do so is only logged.
 * @throws {BootError}
 */
export async function preparePooledDatabase(
  pool: Pick<Pool, 'sql' | 'url'>,
  log?: Log,
): Promise<void> {
  const direct = createPool(pool.url, { max: 1 });
  const { sql } = direct;
  try {
    await sql`begin`.catch((error: Error) =>
      throwBootError(
        `The database ${redactPassword(pool.url)} does not answer: ${error.message}. Check DATABASE_DIRECT_URL.`,
        error,
      ),
    );
    // Servers that start at once come one after the other, and the lock is seen only in the same database.
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`;
    const [held] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const [seen] = await pool.sql<{ limit: string }[]>`
      select current_setting('statement_timeout') as limit from pg_locks
      where locktype = 'advisory' and objid = ${MIGRATION_LOCK_ID} and objsubid = 1 and granted
        and pid = ${held?.pid ?? 0}
        and database = (select oid from pg_database where datname = current_database())`;
    if (!seen)
      throwBootError(
        'DATABASE_DIRECT_URL leads to another database than DATABASE_URL, the pooler.',
      );
    if (seen.limit === '0') await limitStatements(sql);
    await sql`commit`;
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    log?.warn({ error: toLoggable(error) }, 'the role may not limit the time of its statements');
  } finally {
    await direct.close();
  }
}

/** Sets the statement timeout of later connections. */
async function limitStatements(sql: Pool['sql']): Promise<void> {
  const [here] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql`
    alter role current_user in database ${sql(here?.name ?? '')}
    set statement_timeout = ${sql.unsafe(String(STATEMENT_TIMEOUT_MS))}`;
}
