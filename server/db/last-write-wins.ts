import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/pool.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import { AppError } from '#server/http/errors.ts';

type ColumnName<T extends PgTable> = keyof T['$inferInsert'] & string;
type Row<T extends PgTable> = T['$inferInsert'];

/** Columns of a row that are written together; `at` is the column with the time of that write. */
export interface ColumnGroup<T extends PgTable> {
  at: ColumnName<T>;
  columns: readonly ColumnName<T>[];
}

/** How the rows of a table are merged: the key that identifies a row, and its column groups. */
export interface MergeRule<T extends PgTable> {
  table: T;
  key: readonly ColumnName<T>[];
  groups: readonly ColumnGroup<T>[];
  /** The column with the time of the last removal; older writes that arrive later are ignored. */
  removedAt?: ColumnName<T>;
}

interface Options<T extends PgTable> {
  /** For writes that the server dates on arrival: of two at the same instant, the one that arrives later wins. */
  datedOnArrival?: boolean;
  /** Further columns to set when the row exists already. */
  set?: Partial<Record<ColumnName<T>, SQL>>;
}

/**
 * Inserts rows, or merges them into the stored ones by last write wins: for each column group with a write time, the
 * later write replaces the stored values, in whatever order they arrive (at the same instant, the greater values win).
 * Other columns keep the values of the first write. All rows must give the same groups. Returns the merged rows, in no
 * order.
 */
export async function upsertLatest<T extends PgTable>(
  db: Database,
  { table, key, groups, removedAt }: MergeRule<T>,
  rows: readonly Row<T>[],
  { datedOnArrival = false, set = {} }: Options<T> = {},
): Promise<T['$inferSelect'][]> {
  const [first] = rows;
  if (!first) return [];
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const stored = (name: string) => sql`${columns[name]}`;
  const given = (name: string) => sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`;
  const merged: Record<string, SQL> = {};
  for (const group of groups.filter(({ at }) => first[at as keyof Row<T>])) {
    const isLater = buildLaterCondition(group, { given, stored }, datedOnArrival);
    const isTaken = removedAt
      ? sql`${isLater} and ${given(group.at)} > coalesce(${stored(removedAt)}, '-infinity')`
      : isLater;
    for (const name of [group.at, ...group.columns])
      merged[name] = sql`case when ${isTaken} then ${given(name)} else ${stored(name)} end`;
  }
  // The builder's type can't follow a table that is a type parameter.
  const insert: { returning: () => unknown } = db
    .insert(table)
    .values([...rows])
    .onConflictDoUpdate({
      target: key.map((name) => columns[name] as never),
      set: { ...merged, ...set },
    });
  return (await insert.returning()) as T['$inferSelect'][];
}

/** Builds the condition that the given values of a column group win over the stored ones. */
function buildLaterCondition<T extends PgTable>(
  { at, columns }: ColumnGroup<T>,
  { given, stored }: { given: (name: string) => SQL; stored: (name: string) => SQL },
  datedOnArrival: boolean,
): SQL {
  const values = (side: (name: string) => SQL) =>
    sql`jsonb_build_array(${sql.join(columns.map(side), sql`, `)})`;
  const isGreater = datedOnArrival ? sql`true` : sql`${values(given)} > ${values(stored)}`;
  return sql`(${stored(at)} is null or ${given(at)} > ${stored(at)} or (${given(at)} = ${stored(at)} and ${isGreater}))`;
}

/**
 * Builds the SET part of an update of one column group of an existing row: the given values, unless later ones are
 * stored, as `upsertLatest` decides.
 */
export function buildSetIfLatest<T extends PgTable>(
  table: T,
  group: ColumnGroup<T>,
  values: Readonly<Record<string, unknown>>,
  { datedOnArrival = false }: Pick<Options<T>, 'datedOnArrival'> = {},
): Record<string, SQL> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const stored = (name: string) => sql`${columns[name]}`;
  const given = (name: string) => {
    const column = columns[name];
    if (!column) throw new Error(`No column ${name}`);
    return sql`${sql.param(values[name], column)}::${sql.raw(column.getSQLType())}`;
  };
  const isLater = buildLaterCondition(group, { given, stored }, datedOnArrival);
  return Object.fromEntries(
    [group.at, ...group.columns].map((name) => [
      name,
      sql`case when ${isLater} then ${given(name)} else ${stored(name)} end`,
    ]),
  );
}

/**
 * Sets the column groups of the matching rows to null unless they were written after `until`, and moves the column
 * `removedAt` of the rule forward to `until`, so that late older writes do not restore them. Deletes no row.
 */
export async function markRemovedAndClearOlderGroups<T extends PgTable>(
  db: Database,
  { table, groups, removedAt }: MergeRule<T>,
  rows: SQL | undefined,
  until: Date,
): Promise<void> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const instant = sql`${until.toISOString()}::timestamptz`;
  const set = removedAt && { [removedAt]: sql`greatest(${columns[removedAt]}, ${instant})` };
  const emptied = groups.flatMap(({ at, columns: names }) =>
    [at, ...names].map((name) => [
      name,
      sql`case when ${columns[at]} > ${instant} then ${columns[name]} end`,
    ]),
  );
  await db
    .update(table)
    .set({ ...Object.fromEntries(emptied), ...set } as never)
    .where(rows);
}

/**
 * Inserts a row whose id was chosen by a device, in a transaction; returns false if the same row is stored already.
 * `buildRow` builds the row for an arrival time (times may be clamped to it); a stored row is compared with the one
 * built for its own arrival time.
 * @throws conflict (the id belongs to a different row); too_many
 */
export async function insertUnlessStored<T extends PgTable & { userId: PgColumn; id: PgColumn }>(
  db: Database,
  table: T,
  buildRow: (receivedAt: Date) => Row<T> & { userId: string; id: string; receivedAt: Date },
  now: Date,
): Promise<boolean> {
  const row = buildRow(now);
  const added = await db
    .insert(table)
    .values(row)
    .onConflictDoNothing({ target: [table.userId, table.id] })
    .returning({ id: table.id });
  if (added.length > 0) {
    await assertRowCapNotExceeded(db, table, row.userId);
    return true;
  }
  const [stored] = (await db
    .select()
    .from<PgTable>(table)
    .where(and(eq(table.userId, row.userId), eq(table.id, row.id)))) as [
    (Record<string, unknown> & { receivedAt: Date })?,
  ];
  // Deleted meanwhile by an erasure: refused, as any write of a person without an account.
  if (!stored) throw new AppError('conflict');
  const asStored = Object.entries(buildRow(stored.receivedAt));
  if (!asStored.every(([name, value]) => isDeepStrictEqual(stored[name], value)))
    throw new AppError('conflict');
  return false;
}
