import { openDatabaseSession, quoteName } from './session.ts';
import { listTables, quoteTable, readJobsVersion, type TableShape } from './tables.ts';

/** A view of the database as of one moment. */
export interface Snapshot {
  /** Its id, for `SET TRANSACTION SNAPSHOT` in another transaction. */
  id: string;
  takenAt: Date;
  /** The `when` (milliseconds) of the newest migration applied; null in a database without migrations. */
  migration: number | null;
  /** The version of the job queue's schema; null without one. */
  jobsVersion: number | null;
  tables: (TableShape & { estimatedBytes: number })[];
  /** Streams the rows of a table in PostgreSQL's text format, one line each. */
  copyRows: (table: TableShape) => AsyncIterable<Buffer>;
  /** @throws {Error} when the connection, and with it the snapshot, was lost */
  assertAlive: () => void;
  close: () => Promise<void>;
}

/**
 * Opens a read-only transaction that sees the database as of one moment and does not block writers. Every table is
 * locked against schema changes until `close`.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const { sql, assertAlive, close } = openDatabaseSession(url);
  try {
    await sql`begin isolation level repeatable read read only`;
    const tables = await listTables(sql);
    // A migration that rewrote a table meanwhile would show it empty, also to a snapshot that is older.
    if (tables.length > 0)
      await sql.unsafe(`lock table ${tables.map(quoteTable).join(', ')} in access share mode`);
    const [moment] = await sql<{ id: string; takenAt: Date }[]>`
      select pg_export_snapshot() as id, now() as "takenAt"`;
    if (!moment) throw new Error('no snapshot');
    const sizes = await sql<{ bytes: number }[]>`
      select (select coalesce(sum(pg_table_size(p.relid)), 0) from pg_partition_tree(t.name::regclass) p where p.isleaf)::float8
        as bytes
      from unnest(${tables.map(quoteTable)}::text[]) with ordinality as t (name, position) order by position`;
    return {
      ...moment,
      migration: await readMigration(sql),
      jobsVersion: await readJobsVersion(sql),
      tables: tables.map((table, index) => ({
        ...table,
        estimatedBytes: sizes[index]?.bytes ?? 0,
      })),
      copyRows: async function* (table) {
        assertAlive();
        const columns = table.columns.map((column) => quoteName(column));
        // A query and no table, because a table of partitions cannot be copied as one.
        const rows = await sql
          .unsafe(`copy (select ${columns.join(', ')} from ${quoteTable(table)}) to stdout`)
          .readable();
        yield* rows as AsyncIterable<Buffer>;
        // The driver (3.4.9) stops reading its socket when rows come faster than they are taken, and leaves it so when those
        // were the last: the next statement would wait for ever.
        // oxlint-disable-next-line no-underscore-dangle -- nothing else of the driver's has it read on
        rows._read(0);
      },
      assertAlive,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readMigration(
  sql: ReturnType<typeof openDatabaseSession>['sql'],
): Promise<number | null> {
  const [there] = await sql`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`;
  if (!there) return null;
  const [row] = await sql<{ at: string | null }[]>`
    select max(created_at) as at from drizzle.__drizzle_migrations`;
  return row?.at ? Number(row.at) : null;
}
