import { to as copyTo } from 'pg-copy-streams';
import { quoteSqlIdentifier, toDatabaseError } from '#server/db/driver.ts';
import { openDatabaseSession, type DatabaseSession } from '#server/db/session.ts';
import {
  listTablesToBackUp,
  quoteTableName,
  readJobSchemaVersion,
  type TableShape,
} from './tables.ts';

/** A view of the database as of one moment. */
export interface DatabaseSnapshot {
  id: string;
  takenAt: Date;
  /** The `when` (milliseconds) of the newest migration applied; null in a database without migrations. */
  migration: number | null;
  jobsVersion: number | null;
  tables: (TableShape & { estimatedBytes: number })[];
  /** Streams the rows of a table in PostgreSQL's text format, one line each. */
  copyRows: (table: TableShape) => AsyncIterable<Buffer>;
  close: () => Promise<void>;
}

/**
 * Opens a read-only transaction that sees the database as of one moment and does not block writers. Every table is
 * locked against schema changes until `close`.
 */
export async function openDatabaseSnapshot(url: string): Promise<DatabaseSnapshot> {
  const session = await openDatabaseSession(url);
  const { query, close } = session;
  try {
    await query('begin isolation level repeatable read read only');
    const tables = await listTablesToBackUp(session);
    // A migration that rewrote a table meanwhile would show it empty, also to a snapshot that is older.
    if (tables.length > 0)
      await query(`lock table ${tables.map(quoteTableName).join(', ')} in access share mode`);
    const moment = await query<{ id: string; takenAt: string }>(
      'select pg_export_snapshot() as id, now() as "takenAt"',
    );
    if (!moment.rows[0]) throw new Error('no snapshot');
    const { id, takenAt } = moment.rows[0];
    const sizes = await query<{ bytes: number }>(
      `select (select coalesce(sum(pg_table_size(p.relid)), 0) from pg_partition_tree(t.name::regclass) p where p.isleaf)::float8
        as bytes
      from unnest($1::text[]) with ordinality as t (name, position) order by position`,
      [tables.map(quoteTableName)],
    );
    return {
      id,
      takenAt: new Date(takenAt),
      migration: await readMigration(session),
      jobsVersion: await readJobSchemaVersion(session),
      tables: tables.map((table, index) => ({
        ...table,
        estimatedBytes: sizes.rows[index]?.bytes ?? 0,
      })),
      copyRows: (table) => copyRows(session, table),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* copyRows({ client }: DatabaseSession, table: TableShape): AsyncIterable<Buffer> {
  const columns = table.columns.map((column) => quoteSqlIdentifier(column)).join(', ');
  // A query and no table, because a table of partitions cannot be copied as one.
  const rows = client.query(
    copyTo(`copy (select ${columns} from ${quoteTableName(table)}) to stdout`),
  );
  try {
    yield* rows as AsyncIterable<Buffer>;
  } catch (error) {
    throw toDatabaseError(error);
  }
}

async function readMigration({ query }: DatabaseSession): Promise<number | null> {
  const list = await query(
    `select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`,
  );
  if (list.rows.length === 0) return null;
  const { rows } = await query<{ at: string | null }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  return rows[0]?.at ? Number(rows[0].at) : null;
}
