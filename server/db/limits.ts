import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { rateLimits } from '#server/features/identity/table.ts';

export interface Rule {
  /** How many are allowed in one window. */
  limit: number;
  windowMs: number;
}

export interface Verdict {
  allowed: boolean;
  /** How many of the window are used, this one included. */
  used: number;
  resetsAt: Date;
}

/**
 * Counts one use (or `cost` of them) against a key, in one statement, so that any number of servers
 * sharing the database count together. The window begins with the first use after the last one ended.
 */
export async function countUse(
  db: Database,
  key: string,
  { limit, windowMs }: Rule,
  now: Date,
  cost = 1,
): Promise<Verdict> {
  const resets = new Date(now.getTime() + windowMs);
  const isOver = sql`${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: cost, resetsAt: resets })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        // Bounded, so that a flood cannot overflow the column.
        count: sql`case when ${isOver} then ${cost} else least(${rateLimits.count} + ${cost}, 1000000000) end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ used: rateLimits.count, resetsAt: rateLimits.resetsAt });
  if (!row) throw new Error('The counter returned no row');
  return { allowed: row.used <= limit, ...row };
}

/** Prolongs a window that is running to an instant, when that is later. */
export async function prolong(db: Database, key: string, until: Date): Promise<void> {
  await db
    .update(rateLimits)
    .set({ resetsAt: until })
    .where(and(eq(rateLimits.key, key), lt(rateLimits.resetsAt, until)));
}

/** Forgets what was counted under these keys. */
export async function forget(db: Database, keys: string[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}

/** Deletes the counters whose window is over. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, now));
}
