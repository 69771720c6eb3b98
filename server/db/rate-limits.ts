import { and, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { rateLimits } from '#server/db/table.ts';

export interface RateLimit {
  limit: number;
  windowMs: number;
}

export interface RateLimitResult {
  allowed: boolean;
  /** Uses counted in this window, including this one. */
  used: number;
  resetsAt: Date;
}

/** The longest by which a caller of extendRateLimitWindow may move the end of a window. */
export const MAX_WINDOW_EXTENSION_MS = 60 * 60_000;

/**
 * Counts one use (or `cost` uses) against a rate limit's key and returns whether it was within the limit. One
 * statement, so that all servers count together; refused uses count too. A fixed window begins with the first use after
 * the previous window ended; a window that ends later than possible was begun by a clock that was ahead, and counts as
 * over.
 */
export async function recordRateLimitUse(
  db: Database,
  key: string,
  { limit, windowMs }: RateLimit,
  now: Date,
  cost = 1,
): Promise<RateLimitResult> {
  const resets = new Date(now.getTime() + windowMs);
  const latest = new Date(now.getTime() + Math.max(windowMs, MAX_WINDOW_EXTENSION_MS));
  const isOver = sql`(${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz
    or ${rateLimits.resetsAt} > ${latest.toISOString()}::timestamptz)`;
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

/**
 * Returns when the current window of a rate limit's key ends if its uses are used up; null otherwise. Counts nothing.
 */
export async function findRateLimitResetIfUsedUp(
  db: Database,
  key: string,
  { limit, windowMs }: RateLimit,
  now: Date,
): Promise<Date | null> {
  const [row] = await db
    .select({ resetsAt: rateLimits.resetsAt })
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.key, key),
        gte(rateLimits.count, limit),
        gt(rateLimits.resetsAt, now),
        lte(rateLimits.resetsAt, new Date(now.getTime() + windowMs)),
      ),
    )
    .limit(1);
  return row?.resetsAt ?? null;
}

/**
 * Moves the end of a rate limit's window for a key to `until`, unless it ends later. The caller keeps `until` within
 * MAX_WINDOW_EXTENSION_MS.
 */
export async function extendRateLimitWindow(db: Database, key: string, until: Date): Promise<void> {
  await db
    .update(rateLimits)
    .set({ resetsAt: until })
    .where(and(eq(rateLimits.key, key), lt(rateLimits.resetsAt, until)));
}

/** Deletes the rate limits' counters of these keys, so that their limits start again at zero. */
export async function deleteRateLimitCounters(db: Database, keys: string[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}

/** Deletes the rate limits' counters whose window ended before `now`. */
export async function deleteExpiredRateLimitCounters(db: Database, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, now));
}
