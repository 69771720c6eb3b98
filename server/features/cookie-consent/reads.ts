import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { cookieDecisions } from './table.ts';

export type CookieDecision = typeof cookieDecisions.$inferSelect;

/**
 * Returns the decision about cookies that is valid for a person at `now`; null when there is none, or it was ended or
 * has expired.
 */
export async function findCookieDecision(
  db: Database,
  userId: string,
  now: Date,
): Promise<CookieDecision | null> {
  const [latest] = await db
    .select()
    .from(cookieDecisions)
    .where(eq(cookieDecisions.userId, userId))
    .orderBy(desc(cookieDecisions.id))
    .limit(1);
  return latest && latest.source !== 'ended' && latest.expiresAt > now ? latest : null;
}
