import { desc, eq, inArray } from 'drizzle-orm';
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
  return latest && isValid(latest, now) ? latest : null;
}

/** Returns those of `userIds` whose valid decision about cookies at `now` allows analytics. */
export async function findPeopleAllowingAnalytics(
  db: Database,
  userIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const latest = await db
    .selectDistinctOn([cookieDecisions.userId])
    .from(cookieDecisions)
    .where(inArray(cookieDecisions.userId, [...userIds]))
    .orderBy(cookieDecisions.userId, desc(cookieDecisions.id));
  const allowing = latest.filter((decision) => isValid(decision, now) && decision.analytics);
  return new Set(allowing.flatMap(({ userId }) => userId ?? []));
}

const isValid = ({ source, expiresAt }: CookieDecision, now: Date) =>
  source !== 'ended' && expiresAt > now;
