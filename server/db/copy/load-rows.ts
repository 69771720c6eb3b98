import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { from as copyFrom } from 'pg-copy-streams';
import { throwBootError } from '#server/db/boot-error.ts';
import { BOOT_LOCK_ID } from '#server/db/boot-lock.ts';
import { quoteSqlIdentifier, toDatabaseError } from '#server/db/driver.ts';
import { MIGRATIONS_FOLDER } from '#server/db/migrate.ts';
import type { Pool } from '#server/db/pool.ts';
import { openDatabaseSession, type DatabaseSession } from '#server/db/session.ts';
import { listTablesToBackUp, quoteTableName, type TableShape } from './tables.ts';

/** A transaction that fills an empty database. Nothing is stored unless it is committed. */
export interface RestoreTransaction {
  /**
   * Copies rows in PostgreSQL's text format into a table; resolves once all are written.
   * @throws {BootError} when its columns differ from the backup's
   */
  copyRows: (table: TableShape, rows: Readable) => Promise<void>;
  /** Applies the later migrations and commits, then updates the planner's statistics. */
  commit: () => Promise<void>;
  close: () => Promise<void>;
}

/** Whether a database has neither a table nor a job; the job queue's own tables do not count while no job is stored. */
export async function isEmptyDatabase({ query }: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await query<{ filled: boolean; queue: boolean }>(
    `select to_regclass('jobs.job') is not null as queue, exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'jobs')
        and n.nspname !~ '^pg_(toast|temp)'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as filled`,
  );
  if (!rows[0] || rows[0].filled) return false;
  if (!rows[0].queue) return true;
  return (await query('select 1 from jobs.job limit 1')).rows.length === 0;
}

/**
 * Begins a restore: in a transaction, creates the schema as of `migration` (its `folderMillis`) with empty tables, and
 * resolves to the functions that fill and commit it. A server that starts meanwhile waits, as for migrations.
 * @throws {BootError} when the database is not empty, or has an unknown `migration`
 */
export async function beginRestoreTransaction(
  url: string,
  migration: number,
): Promise<RestoreTransaction> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  const last = migrations.findIndex(({ folderMillis }) => folderMillis === migration);
  if (last < 0)
    throwBootError(
      'The backup was made by a newer version of Envol, or by one that is none of its releases: restore it with that version.',
    );
  const session = await openDatabaseSession(url);
  const { query, close } = session;
  const apply = async (some: typeof migrations) => {
    for (const { sql: statements, hash, folderMillis } of some) {
      for (const statement of statements) await query(statement);
      await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ]);
    }
  };
  try {
    await query('begin');
    await query('select pg_advisory_xact_lock($1)', [BOOT_LOCK_ID]);
    if (!(await isEmptyDatabase(session))) throwDatabaseNotEmpty();
    // The table that Drizzle would create: its migrator continues from it.
    await query('create schema if not exists drizzle');
    await query(
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    );
    await apply(migrations.slice(0, last + 1));
    const tables = new Map(
      (await listTablesToBackUp(session)).map((table) => [quoteTableName(table), table]),
    );
    // Migrations write rows of their own (prices), which the backup has too.
    await query(`truncate ${[...tables.keys()].join(', ')}`);
    return {
      copyRows: async (table, rows) => {
        const known = tables.get(quoteTableName(table))?.columns ?? [];
        if (known.toSorted().join() !== table.columns.toSorted().join())
          throwBootError(`The backup's table ${table.name} is none of this version of Envol.`);
        await copyIn(session, table, rows);
      },
      commit: async () => {
        await apply(migrations.slice(last + 1));
        await query('commit');
        await query('analyze');
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws the error of a restore into a database with data. @throws {BootError} */
export function throwDatabaseNotEmpty(): never {
  return throwBootError(
    'The database to restore into has data already, and nothing is overwritten: set DATABASE_URL to an empty one, ' +
      'or DATA_DIR to an empty folder.',
  );
}

async function copyIn(
  { client }: DatabaseSession,
  table: TableShape,
  rows: Readable,
): Promise<void> {
  const columns = table.columns.map((column) => quoteSqlIdentifier(column)).join(', ');
  const target = client.query(copyFrom(`copy ${quoteTableName(table)} (${columns}) from stdin`));
  await pipeline(rows, target).catch((error: unknown) => {
    throw toDatabaseError(error);
  });
}
