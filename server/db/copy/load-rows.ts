import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';
import { throwBootError } from '#server/db/boot-error.ts';
import { BOOT_LOCK_ID } from '#server/db/boot-lock.ts';
import { defaultMigrationsFolder } from '#server/db/migrate.ts';
import { openDatabaseSession, quoteName } from './session.ts';
import { listTables, quoteTable, type TableShape } from './tables.ts';

/** A transaction that fills an empty database. Nothing is stored unless it is committed. */
export interface Load {
  /**
   * Copies rows in PostgreSQL's text format into a table; resolves once all are written.
   * @throws {BootError} when its columns differ from the backup's
   */
  copyRows: (table: TableShape, rows: Readable) => Promise<void>;
  /** Applies the later migrations and commits, then updates the planner's statistics. */
  commit: () => Promise<void>;
  /** Ends the connection, which rolls back what was not committed. */
  close: () => Promise<void>;
}

/** Whether a database has neither a table nor a job; the job queue's own tables do not count while no job is stored. */
export async function isEmptyDatabase(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ filled: boolean; queue: boolean }[]>`
    select to_regclass('jobs.job') is not null as queue, exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'jobs')
        and n.nspname !~ '^pg_(toast|temp)'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as filled`;
  if (!row || row.filled) return false;
  return !row.queue || (await sql`select 1 from jobs.job limit 1`).length === 0;
}

/**
 * Begins a restore: in a transaction, creates the schema as of `migration` (its `folderMillis`) with empty tables, and
 * resolves to the functions that fill and commit it. A server that starts meanwhile waits, as for migrations.
 * @throws {BootError} when the database is not empty, or has an unknown `migration`
 */
export async function beginRestore(url: string, migration: number): Promise<Load> {
  const migrations = readMigrationFiles({ migrationsFolder: defaultMigrationsFolder });
  const last = migrations.findIndex(({ folderMillis }) => folderMillis === migration);
  if (last < 0)
    throwBootError(
      'The backup was made by a newer version of Envol, or by one that is none of its releases: restore it with that version.',
    );
  const { sql, assertAlive, close } = openDatabaseSession(url);
  const apply = async (some: typeof migrations) => {
    for (const { sql: statements, hash, folderMillis } of some) {
      for (const statement of statements) await sql.unsafe(statement);
      await sql`
        insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
    }
  };
  try {
    await sql`begin`;
    await sql`select pg_advisory_xact_lock(${BOOT_LOCK_ID})`;
    if (!(await isEmptyDatabase(sql))) throwDatabaseNotEmpty();
    // The table that Drizzle would create: its migrator continues from it.
    await sql`create schema if not exists drizzle`;
    await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
    await apply(migrations.slice(0, last + 1));
    const tables = new Map((await listTables(sql)).map((table) => [quoteTable(table), table]));
    // Migrations write rows of their own (prices), which the backup has too.
    await sql.unsafe(`truncate ${[...tables.keys()].join(', ')}`);
    return {
      copyRows: async (table, rows) => {
        assertAlive();
        const known = tables.get(quoteTable(table))?.columns ?? [];
        if (known.toSorted().join() !== table.columns.toSorted().join())
          throwBootError(`The backup's table ${table.name} is none of this version of Envol.`);
        await copyIn(sql, table, rows);
      },
      commit: async () => {
        await apply(migrations.slice(last + 1));
        assertAlive();
        await sql`commit`;
        assertAlive();
        await sql`analyze`;
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

async function copyIn(sql: postgres.Sql, table: TableShape, rows: Readable): Promise<void> {
  const columns = table.columns.map((column) => quoteName(column)).join(', ');
  const query = sql.unsafe(`copy ${quoteTable(table)} (${columns}) from stdin`);
  // The driver (3.4.9) tells nobody of an error that comes after the last row, such as that of a foreign key: it rejects
  // the query, which has been resolved to the stream long since.
  const { promise: failed, reject } = Promise.withResolvers<never>();
  (query as unknown as { reject: (error: unknown) => void }).reject = reject;
  const copied = query.writable().then((stream) => pipeline(rows, stream));
  // Whichever comes second is known already.
  copied.catch(() => undefined);
  failed.catch(() => undefined);
  await Promise.race([copied, failed]);
}
