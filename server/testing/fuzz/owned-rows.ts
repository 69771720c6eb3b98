import type { Pool } from '#server/db/pool.ts';

/** By `table owner`: a hash of all rows of that owner. */
export type OwnedRows = Map<string, string>;

/** Columns in which the server notes when it last read the payment provider, which are ignored. */
const UNSAID = `['synced_at', 'sync_started', 'sync_applied']`;

/** Creates a function that reads a hash of all rows of each owner, for every table with a column of owners. */
export async function createOwnedRowsReader(sql: Pool['sql']): Promise<() => Promise<OwnedRows>> {
  const tables = await sql<{ name: string; owner: string }[]>`
    select c.table_name as name, c.column_name as owner
    from information_schema.columns c
    where c.table_schema = 'public'
      and (c.column_name = 'user_id' or (c.column_name = 'id' and c.table_name in ('users', 'auth_users')))`;
  const statement = tables
    .map(
      ({ name, owner }) =>
        `select '${name}' as name, "${owner}"::text as owner, md5(string_agg(row, chr(10) order by row)) as hash
         from "${name}" t, lateral (select (to_jsonb(t) - array${UNSAID})::text as row) r
         where "${owner}" is not null group by 2`,
    )
    .join(' union all ');
  return async () => {
    const rows = await sql.unsafe<{ name: string; owner: string; hash: string }[]>(statement);
    return new Map(rows.map(({ name, owner, hash }) => [`${name} ${owner}`, hash]));
  };
}

/**
 * Returns the keys (`table owner`) whose rows changed between two readings, except those of `own`. New rows of a known
 * owner count, those of new owners do not.
 */
export function findForeignChanges(before: OwnedRows, after: OwnedRows, own: readonly string[]) {
  const known = new Set([...before.keys()].map(getOwner));
  const isForeign = (key: string) => known.has(getOwner(key)) && !own.includes(getOwner(key));
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => isForeign(key) && before.get(key) !== after.get(key),
  );
}

const getOwner = (key: string) => key.split(' ')[1] ?? '';
