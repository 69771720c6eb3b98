import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findUserBySubject } from '#server/features/account/reads.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import { FRESH_SIGN_IN_MINUTES } from '#shared/rules/fresh-sign-in.ts';
import { authAccounts, authSessions, authUsers, securityEvents } from '../table.ts';

const DAY_MS = 86_400_000;

export const MAX_SIGN_IN_SESSIONS_PER_IDENTITY = 50;

/**
 * Lists the sign-in sessions of an identity that are valid at `now`: the one with the token `own` first, then the most
 * recently used. Each has its `token`, which must not be sent out.
 */
export async function listSignInSessions(db: Database, uid: string, own: string | null, now: Date) {
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
    .limit(MAX_SIGN_IN_SESSIONS_PER_IDENTITY);
}

/** Returns the token of a sign-in session by its id; null when the identity has no such session. */
export async function findSignInSessionToken(
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

/** Returns the id of the sign-in session with a token; null when there is none. */
export async function findSignInSessionId(db: Database, token: string): Promise<string | null> {
  const [row] = await db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.token, token))
    .limit(1);
  return row?.id ?? null;
}

/** Returns the uid of the identity that has an e-mail address, in any case; null when there is none. */
export async function findUidByEmail(db: Database, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.email, email.toLowerCase()))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Returns the uid and e-mail address of the owner of a session token, also of an expired one; null when there is none.
 */
export async function findSignInSessionOwnerEvenIfExpired(db: Database, token: string) {
  const [row] = await db
    .select({ uid: authUsers.id, email: authUsers.email })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .where(eq(authSessions.token, token))
    .limit(1);
  return row ?? null;
}

/** Whether a sign-in session began within the last FRESH_SIGN_IN_MINUTES, by the clock that dated it: this server's. */
export async function isSignInSessionFresh(db: Database, token: string): Promise<boolean> {
  const earliest = new Date(Date.now() - FRESH_SIGN_IN_MINUTES * 60_000);
  const [row] = await db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(and(eq(authSessions.token, token), gt(authSessions.createdAt, earliest)))
    .limit(1);
  return row !== undefined;
}

/** Lists the latest security events of an identity, newest first, at most `limit`. */
export async function listSecurityEvents(db: Database, uid: string, limit: number) {
  const { id, at, kind, device } = securityEvents;
  return db
    .select({ id, at, kind, device })
    .from(securityEvents)
    .where(eq(securityEvents.userId, uid))
    .orderBy(desc(securityEvents.id))
    .limit(limit);
}

/**
 * Whether an account was created less than a day ago and has no security event yet, so that it was not signed in to
 * yet.
 */
export async function isFirstSignIn(db: Database, uid: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ since: authUsers.createdAt, event: securityEvents.id })
    .from(authUsers)
    .leftJoin(securityEvents, eq(securityEvents.userId, authUsers.id))
    .where(eq(authUsers.id, uid))
    .limit(1);
  return row?.event === null && now.getTime() - row.since.getTime() < DAY_MS;
}

/** Whether an identity has a password; false for one that signs in with Google only. */
export async function hasPassword(db: Database, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential')))
    .limit(1);
  return row !== undefined;
}

/** Whether an identity needs a second factor when it signs in with its password. */
export async function hasSecondFactor(db: Database, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ enabled: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, uid))
    .limit(1);
  return row?.enabled ?? false;
}

/**
 * Returns better-auth's internal adapter, which reads and writes accounts.
 * @throws {AppError} other_provider when Firebase signs people in
 */
export async function requireBuiltinAuthAdapter(auth: Dependencies['auth']) {
  if (!auth) throw new AppError('other_provider');
  return (await auth.$context).internalAdapter;
}

/** Returns the language of e-mails to an identity: that of its profile, or English before it has one. */
export async function getEmailLanguageOrEnglish(db: Database, uid: string): Promise<Language> {
  return (await findUserBySubject(db, 'builtin', uid))?.preferredLanguage ?? 'en';
}
