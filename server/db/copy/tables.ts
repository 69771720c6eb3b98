import { quoteSqlIdentifier } from '#server/db/driver.ts';
import type { Pool } from '#server/db/pool.ts';

/** A table to copy, with its stored columns; generated columns are left out. */
export interface TableShape {
  schema: string;
  name: string;
  columns: string[];
}

/** Formats a table's name as `schema.table`, unquoted, for archives and messages. */
export const formatQualifiedTableName = ({
  schema,
  name,
}: Pick<TableShape, 'schema' | 'name'>): string => `${schema}.${name}`;

/** Quotes a table's name, with its schema, for SQL text. */
export const quoteTableName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  quoteSqlIdentifier(schema, name);

/**
 * Lists the tables to copy for a backup, each after those that it refers to; the queue's table of jobs comes last. The
 * list of applied migrations and the queue's other tables are left out, because the server writes them when it starts.
 */
export async function listTablesToBackUp({ query }: Pick<Pool, 'query'>): Promise<TableShape[]> {
  const { rows: shapes } = await query<TableShape & { needs: string[] }>(`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct format('%I.%I', fn.nspname, f.relname)
        from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' or (n.nspname = 'jobs' and c.relname = 'job'))
      -- What an extension brought is the extension's.
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`);
  return sortByNeed(shapes.filter(({ schema }) => schema === 'public')).concat(
    shapes.filter(({ schema }) => schema !== 'public').map(toShape),
  );
}

function sortByNeed(shapes: readonly (TableShape & { needs: string[] })[]): TableShape[] {
  const sorted = new Map<string, TableShape>();
  const known = new Map(shapes.map((shape) => [`${shape.schema}.${shape.name}`, shape]));
  const add = (key: string, trail: readonly string[]): void => {
    const shape = known.get(key);
    if (!shape || sorted.has(key)) return;
    if (trail.includes(key))
      throw new Error(`Tables refer to each other in a circle: ${[...trail, key].join(', ')}`);
    for (const need of shape.needs) add(need, [...trail, key]);
    sorted.set(key, toShape(shape));
  };
  for (const key of known.keys()) add(key, []);
  return [...sorted.values()];
}

const toShape = ({ schema, name, columns }: TableShape): TableShape => ({ schema, name, columns });

/** Reads the version of the job queue's schema; null when there is none. */
export async function readJobSchemaVersion({ query }: Pick<Pool, 'query'>): Promise<number | null> {
  const queue = await query(`select 1 where to_regclass('jobs.version') is not null`);
  if (queue.rows.length === 0) return null;
  const { rows } = await query<{ version: number }>('select version from jobs.version');
  return rows[0]?.version ?? null;
}
