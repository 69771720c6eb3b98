import type { Database } from './pool.ts';

/**
 * Returns `build` with its result cached for each database: for queries of every request, whose SQL costs more to build
 * than to run.
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
