import type { Pool } from '#server/db/pool.ts';

/** By `table owner`: a hash of all rows of that owner. */
export type OwnedRows = Map<string, string>;

/** Columns in which the server notes when it last read the payment provider, which are ignored. */
const UNSAID = `['synced_at', 'sync_started', 'sync_applied']`;

/**
 * Creates a function that reads a hash of all rows of each owner, for every table with a column of owners. Rows that
 * expire before `until` are left out, because anybody's call may delete them once expired.
 */
export async function createOwnedRowsReader(
  sql: Pool['sql'],
): Promise<(until: Date) => Promise<OwnedRows>> {
  const tables = await sql<{ name: string; owner: string; expires: boolean }[]>`
    select c.table_name as name, c.column_name as owner,
      exists (select from information_schema.columns e where e.table_schema = c.table_schema
        and e.table_name = c.table_name and e.column_name = 'expires_at') as expires
    from information_schema.columns c
    where c.table_schema = 'public'
      and (c.column_name = 'user_id' or (c.column_name = 'id' and c.table_name in ('users', 'auth_users')))`;
  const statement = tables
    .map(
      ({ name, owner, expires }) =>
        `select '${name}' as name, "${owner}"::text as owner, md5(string_agg(row, chr(10) order by row)) as hash
         from "${name}" t, lateral (select (to_jsonb(t) - array${UNSAID})::text as row) r
         where "${owner}" is not null and ${expires ? 'expires_at > $1' : '$1::timestamptz is not null'} group by 2`,
    )
    .join(' union all ');
  return async (until) => {
    const rows = await sql.unsafe<{ name: string; owner: string; hash: string }[]>(statement, [
      until.toISOString(),
    ]);
    return new Map(rows.map(({ name, owner, hash }) => [`${name} ${owner}`, hash]));
  };
}

/**
 * Compares two readings of `createOwnedRowsReader`; returns the keys (`table owner`) of owners not in `own` whose rows
 * changed. New rows of a known owner count as a change, those of new owners do not.
 */
export function findForeignChanges(before: OwnedRows, after: OwnedRows, own: readonly string[]) {
  const known = new Set([...before.keys()].map(getOwner));
  const isForeign = (key: string) => known.has(getOwner(key)) && !own.includes(getOwner(key));
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => isForeign(key) && before.get(key) !== after.get(key),
  );
}

const getOwner = (key: string) => key.split(' ')[1] ?? '';
