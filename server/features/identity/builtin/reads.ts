import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authAccounts, authSessions } from '../table.ts';

const MOST_SESSIONS = 50;

/** The sign-in sessions of an identity that are alive, the latest used first, at most 50. */
export async function listSessions(db: Database, uid: string, now: Date) {
  return db
    .select({
      id: authSessions.id,
      token: authSessions.token,
      device: authSessions.userAgent,
      signedInAt: authSessions.createdAt,
      lastUsedAt: authSessions.updatedAt,
    })
    .from(authSessions)
    .where(and(eq(authSessions.userId, uid), gt(authSessions.expiresAt, now)))
    .orderBy(desc(authSessions.updatedAt))
    .limit(MOST_SESSIONS);
}

/** Whether an identity has a password, and not only Google. */
export async function hasPassword(db: Database, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential')))
    .limit(1);
  return row !== undefined;
}
