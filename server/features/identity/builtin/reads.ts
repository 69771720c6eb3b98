import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findUserBySubject } from '#server/features/account/reads.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import { authAccounts, authSessions } from '../table.ts';

/** How many sign-in sessions one identity has at most. */
export const MAX_SESSIONS = 50;

/** Active sign-in sessions of an identity: the one with token `own` first, then the most recently used. */
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
    .limit(MAX_SESSIONS);
}

/** Finds the token of a sign-in session by its id, if it belongs to the identity; otherwise null. */
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

/** better-auth's own reads and writes of accounts. @throws {AppError} `other_provider` where Firebase signs people in */
export async function getAdapter(auth: Dependencies['auth']) {
  if (!auth) throw new AppError('other_provider');
  return (await auth.$context).internalAdapter;
}

/** Finds the language for e-mails to a person: that of their profile, or English before they have one. */
export async function findLanguage(db: Database, uid: string): Promise<Language> {
  return (await findUserBySubject(db, 'builtin', uid))?.preferredLanguage ?? 'en';
}
