import type { Database } from './pool.ts';

/**
 * Caches a prepared statement per database, for queries that run on every request and where building the SQL
 * costs more than running it.
 */
export function memoizeStatement<Prepared>(
  build: (db: Database) => Prepared,
): (db: Database) => Prepared {
  const built = new WeakMap<Database, Prepared>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const fresh = build(db);
    built.set(db, fresh);
    return fresh;
  };
}
