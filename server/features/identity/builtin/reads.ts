import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authAccounts, authSessions } from '../table.ts';

/** How many sign-in sessions one identity has at most. */
export const MOST_SESSIONS = 50;

/** The sign-in sessions of an identity that are alive: the one of `own` first, then the latest used. */
export async function listSessions(db: Database, uid: string, own: string | null, now: Date) {
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
    .orderBy(desc(sql`${authSessions.token} = ${own ?? ''}`), desc(authSessions.updatedAt))
    .limit(MOST_SESSIONS);
}

/** The token of one sign-in session of an identity, or null. */
export async function findSessionToken(
  db: Database,
  uid: string,
  id: string,
): Promise<string | null> {
  const [row] = await db
    .select({ token: authSessions.token })
    .from(authSessions)
    .where(and(eq(authSessions.userId, uid), eq(authSessions.id, id)))
    .limit(1);
  return row?.token ?? null;
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
