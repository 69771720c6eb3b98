import type { Pool } from '#server/db/pool.ts';

/** By `table owner`: a hash of all rows of that owner. */
export type OwnedRowHashes = Map<string, string>;

/**
 * Columns that are ignored: what the tasks of every ten minutes write of every person (when the server last read the
 * payment provider, when the next reminder is due and how many were sent), and the admin of a change, whose account may be
 * erased later.
 */
const UNSAID = `['synced_at', 'sync_started', 'sync_applied', 'next_at', 'unopened', 'actor_id']`;

interface OwnedTable {
  name: string;
  owner: string;
  expires: boolean;
}

/**
 * Lists the tables with a column of owners: ids of people, of accounts, and addresses of people known by nothing else.
 */
const OWNED_TABLES = `
    select c.table_name as name, c.column_name as owner,
      exists (select from information_schema.columns e where e.table_schema = c.table_schema
        and e.table_name = c.table_name and e.column_name = 'expires_at') as expires
    from information_schema.columns c
    where c.table_schema = 'public'
      and (c.column_name = 'user_id' or (c.table_name, c.column_name) in (('users', 'id'),
        ('auth_users', 'id'), ('waitlist', 'email'), ('audit_log', 'subject_id')))`;

/**
 * Creates a function that reads a hash of all rows of each owner, for every table with a column of owners. Rows that
 * expire before `until` are left out, because any call may delete them once expired.
 */
export async function createOwnedRowHashesReader({
  query,
}: Pick<Pool, 'query'>): Promise<(until: Date) => Promise<OwnedRowHashes>> {
  const { rows: tables } = await query<OwnedTable>(OWNED_TABLES);
  const statement = tables
    .map(
      ({ name, owner, expires }) =>
        `select '${name}' as name, "${owner}"::text as owner, md5(string_agg(row, chr(10) order by row)) as hash
         from "${name}" t, lateral (select (to_jsonb(t) - array${UNSAID})::text as row) r
         where "${owner}" is not null and ${expires ? 'expires_at > $1' : '$1::timestamptz is not null'} group by 2`,
    )
    .join(' union all ');
  return async (until) => {
    const { rows } = await query<{ name: string; owner: string; hash: string }>(statement, [
      until.toISOString(),
    ]);
    return new Map(rows.map(({ name, owner, hash }) => [`${name} ${owner}`, hash]));
  };
}

/** By the id of a row: the owners whom a person names with it. */
export type OwnersById = Map<string, Set<string>>;

/**
 * Reads whom an id names: the owner of the row under it, in every table of `createOwnedRowHashesReader`. A person and their
 * account name each other.
 */
export async function readOwnersById({ query }: Pick<Pool, 'query'>): Promise<OwnersById> {
  const { rows: tables } = await query<{ name: string; owner: string }>(
    `
    select t.name, t.owner from (${OWNED_TABLES}) t
    join information_schema.columns c on c.table_schema = 'public' and c.table_name = t.name
      and c.column_name = 'id'`,
  );
  const statement = tables
    .map(({ name, owner }) => `select id::text as id, "${owner}"::text as owner from "${name}"`)
    .join(' union ');
  const { rows } = await query<{ id: string; owner: string | null }>(
    `with named as (${statement}), accounts as (select id::text as id, subject::text as uid from users)
     select id, owner from named union select named.id, uid from named join accounts on owner = accounts.id
     union select named.id, accounts.id from named join accounts on owner = uid`,
  );
  const owners: OwnersById = new Map();
  for (const { id, owner } of rows)
    if (owner !== null) owners.set(id, (owners.get(id) ?? new Set()).add(owner));
  return owners;
}

/**
 * Compares two readings of `createOwnedRowHashesReader`; returns the keys (`table owner`) of owners not in `own` whose rows
 * changed. New rows of a known owner count as a change, those of new owners do not.
 */
export function listForeignChanges(
  before: OwnedRowHashes,
  after: OwnedRowHashes,
  own: readonly string[],
) {
  const known = new Set([...before.keys()].map(getOwner));
  const isForeign = (key: string) => known.has(getOwner(key)) && !own.includes(getOwner(key));
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => isForeign(key) && before.get(key) !== after.get(key),
  );
}

const getOwner = (key: string) => key.split(' ')[1] ?? '';
