import type { Database } from './pool.ts';

/**
 * A statement that is built once for each database instead of on every call: for the reads that every
 * request makes, where building the SQL costs more than running it.
 */
export function statement<Prepared>(build: (db: Database) => Prepared): (db: Database) => Prepared {
  const built = new WeakMap<Database, Prepared>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const fresh = build(db);
    built.set(db, fresh);
    return fresh;
  };
}
