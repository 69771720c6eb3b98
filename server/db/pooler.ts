import { throwBootError } from '#server/db/boot-error.ts';
import { BOOT_LOCK_ID, type BootLockOptions, withBootLock } from '#server/db/boot-lock.ts';
import { createPool, type Pool, STATEMENT_TIMEOUT_MS } from '#server/db/pool.ts';
import { redactPassword } from '#server/db/url.ts';
import { toLoggable } from '#server/log.ts';

/**
 * Prepares a database behind a pooler (such as PgBouncer in transaction mode): checks that both addresses lead to the
 * same database, and sets the statement timeout on the role, because a pooler accepts no such connection parameter. A
 * role that may not do so is only logged.
 * @throws {BootError}
 */
export async function preparePooledDatabase(
  pool: Pick<Pool, 'sql' | 'url'>,
  { log, signal }: Pick<BootLockOptions, 'log' | 'signal'> = {},
): Promise<void> {
  await checkDirectAddress(pool.url);
  await withBootLock(pool, { log, signal }, async ({ sql }) => {
    const [held] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    // The lock is seen only in the same database.
    const [seen] = await pool.sql<{ limit: string }[]>`
      select current_setting('statement_timeout') as limit from pg_locks
      where locktype = 'advisory' and objid = ${BOOT_LOCK_ID} and objsubid = 1 and granted
        and pid = ${held?.pid ?? 0}
        and database = (select oid from pg_database where datname = current_database())`;
    if (!seen)
      throwBootError(
        'DATABASE_DIRECT_URL leads to another database than DATABASE_URL, the pooler.',
      );
    if (seen.limit === '0')
      await limitStatements(sql).catch((error: unknown) => {
        if ((error as { code?: string }).code !== '42501') throw error;
        log?.warn(
          { error: toLoggable(error) },
          'the role may not limit the time of its statements',
        );
      });
  });
}

async function checkDirectAddress(url: string): Promise<void> {
  const direct = createPool(url, { max: 1 });
  try {
    await direct.sql`select 1`;
  } catch (error) {
    throwBootError(
      `The database ${redactPassword(url)} does not answer: ${(error as Error).message}. Check DATABASE_DIRECT_URL.`,
      error,
    );
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
