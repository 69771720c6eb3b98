import type { Database } from './pool.ts';

/**
 * Returns a function that calls `build` once for each database and then returns the cached result: for prepared queries
 * of every request, whose SQL costs more to build than to run.
 */
export function memoiseStatement<Prepared>(
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
