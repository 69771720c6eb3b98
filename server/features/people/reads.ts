import { and, count, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { healthConsents } from '#server/features/assessment/table.ts';
import { checkouts } from '#server/features/billing/table.ts';
import { cookieDecisions } from '#server/features/cookie-consent/table.ts';
import { authSessions } from '#server/features/identity/table.ts';

/** Maximum number of accounts with one address: one of each provider. */
const MAX_FOUND = 10;
const MAX_RECORDS = 20;

/** Finds the accounts with an e-mail address, as typed or in lower case, the most recently active first. */
export function listPeopleWithEmail(db: Database, email: string) {
  return db
    .select()
    .from(users)
    .where(inArray(users.email, [email, email.toLowerCase()]))
    .orderBy(desc(users.lastActiveAt))
    .limit(MAX_FOUND);
}

/** Counts the unexpired sign-in sessions of an identity of this server itself. */
export async function countSignInSessions(db: Database, uid: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ sessions: count() })
    .from(authSessions)
    .where(and(eq(authSessions.userId, uid), gt(authSessions.expiresAt, now)));
  return row?.sessions ?? 0;
}

/**
 * Lists what a person consented to, and when: `health` (null without), the latest decisions about cookies, and orders.
 * Health answers are not included.
 */
export async function listConsentsOfPerson(db: Database, userId: string) {
  const [[health], cookies, orders] = await Promise.all([
    db.select().from(healthConsents).where(eq(healthConsents.userId, userId)).limit(1),
    db
      .select()
      .from(cookieDecisions)
      .where(eq(cookieDecisions.userId, userId))
      .orderBy(desc(cookieDecisions.id))
      .limit(MAX_RECORDS),
    db
      .select({
        plan: checkouts.plan,
        version: checkouts.consentVersion,
        givenAt: checkouts.consentedAt,
      })
      .from(checkouts)
      .where(and(eq(checkouts.userId, userId), isNotNull(checkouts.consentVersion)))
      .orderBy(desc(checkouts.createdAt))
      .limit(MAX_RECORDS),
  ]);
  return { health: health ?? null, cookies, orders };
}
