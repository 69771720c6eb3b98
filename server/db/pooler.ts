import { throwBootError } from '#server/db/boot-error.ts';
import { BOOT_LOCK_ID, type BootLockOptions, runUnderBootLock } from '#server/db/boot-lock.ts';
import { quoteSqlIdentifier } from '#server/db/driver.ts';
import { type Pool, STATEMENT_TIMEOUT_MS } from '#server/db/pool.ts';
import { openDatabaseSession, type DatabaseSession } from '#server/db/session.ts';
import { removeUrlPassword } from '#server/db/url.ts';
import { toLoggableError } from '#server/log.ts';

/**
 * Prepares a database behind a pooler (such as PgBouncer in transaction mode): checks that both addresses lead to the
 * same database, and sets the statement timeout on the role, because a pooler accepts no such connection parameter. A
 * role that may not do so is only logged.
 * @throws {BootError}
 */
export async function checkPoolerAndSetStatementTimeout(
  pool: Pick<Pool, 'query' | 'url'>,
  { log, signal }: Pick<BootLockOptions, 'log' | 'signal'> = {},
): Promise<void> {
  await checkDirectAddress(pool.url);
  await runUnderBootLock(pool, { log, signal }, async (_own, holder) => {
    const held = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    // The lock is seen only in the same database.
    const { rows } = await pool.query<{ limit: string }>(
      `select current_setting('statement_timeout') as limit from pg_locks
        where locktype = 'advisory' and objid = $1 and objsubid = 1 and granted and pid = $2
          and database = (select oid from pg_database where datname = current_database())`,
      [BOOT_LOCK_ID, held.rows[0]?.pid],
    );
    const [seen] = rows;
    if (!seen)
      throwBootError(
        'DATABASE_DIRECT_URL leads to another database than DATABASE_URL, the pooler.',
      );
    if (seen.limit === '0')
      await limitStatements(holder).catch((error: unknown) => {
        if ((error as { code?: string }).code !== '42501') throw error;
        log?.warn(
          { error: toLoggableError(error) },
          'the role may not limit the time of its statements',
        );
      });
  });
}

async function checkDirectAddress(url: string): Promise<void> {
  try {
    const { close } = await openDatabaseSession(url);
    await close();
  } catch (error) {
    throwBootError(
      `The database ${removeUrlPassword(url)} does not answer: ${(error as Error).message}. Check DATABASE_DIRECT_URL.`,
      error,
    );
  }
}

/** Sets the statement timeout of later connections. */
async function limitStatements({ query }: Pick<DatabaseSession, 'query'>): Promise<void> {
  const { rows } = await query<{ name: string }>('select current_database() as name');
  await query(
    `alter role current_user in database ${quoteSqlIdentifier(rows[0]?.name ?? '')}
     set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  );
}
