import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { memoizeStatement } from '#server/db/statement.ts';
import { users } from '#server/features/account/table.ts';
import { buildActivePassQuery } from '#server/features/billing/reads.ts';
import { authAccounts, authSessions, authUsers } from './table.ts';

const callerByToken = memoizeStatement((db) => {
  const now = sql.placeholder('now');
  const pass = buildActivePassQuery(db, now, sql.placeholder('livemode'));
  return db
    .select({
      uid: authUsers.id,
      identityEmail: authUsers.email,
      id: users.id,
      role: users.role,
      name: users.name,
      email: users.email,
      preferredLanguage: users.preferredLanguage,
      timeZone: users.timeZone,
      onboardingComplete: users.onboardingComplete,
      passTier: pass.tier,
      passEndsAt: pass.endsAt,
    })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(users, and(eq(users.provider, 'builtin'), eq(users.subject, authUsers.id)))
    .leftJoinLateral(pass, sql`true`)
    .where(and(eq(authSessions.token, sql.placeholder('token')), gt(authSessions.expiresAt, now)))
    .limit(1)
    .prepare('caller_by_token');
});

/**
 * Finds the person of a session token, with their profile and access at `now`, in one statement, so that
 * authorisation is as fresh as the row it protects. Null when the token is not valid.
 */
export async function findCaller(db: Database, token: string, now: Date, livemode: boolean) {
  const [row] = await callerByToken(db).execute({ token, now: now.toISOString(), livemode });
  return row ?? null;
}

/**
 * Whether an identity that signs in with a password has no second factor. Who signs in with Google is asked for one
 * there.
 */
export async function lacksSecondFactor(db: Database, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .innerJoin(authAccounts, eq(authAccounts.userId, authUsers.id))
    .where(
      and(
        eq(authUsers.id, uid),
        eq(authUsers.twoFactorEnabled, false),
        eq(authAccounts.providerId, 'credential'),
      ),
    )
    .limit(1);
  return row !== undefined;
}
