import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import { revokeApiTokensOfIdentity } from '#server/features/api-tokens/writes.ts';
import { computeBlindIndex } from '#server/encryption.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasPassword, MAX_SIGN_IN_SESSIONS_PER_IDENTITY } from './builtin/reads.ts';
import { toPlaceholderEmail } from './claims/writes.ts';
import { translateAuthErrors } from './service.ts';
import type { SecurityEventKind } from '#shared/rules/security-events.ts';
import { authSessions, authUsers, authVerifications, securityEvents } from './table.ts';

/** Limit of password tries of a signed-in person; counted by `buildRateLimitKey(app, 'password', uid)`. */
export const PASSWORD_TRIES_LIMIT = { limit: 5, windowMs: 60_000 };

export const EMAIL_LINK_TRIES_LIMIT = { limit: 100, windowMs: 15 * 60_000 };

/**
 * Verifies the current password before an action of the owner; the caller limits tries. Resolves to false, verifying
 * nothing, for an identity without a password (Google, Firebase).
 * @throws {AppError} wrong_credentials
 */
export async function verifyPasswordIfSet(
  { auth, db }: Pick<Dependencies, 'auth' | 'db'>,
  { uid, password, headers }: { uid: string; password: string; headers: Headers },
): Promise<boolean> {
  if (!auth || !(await hasPassword(db, uid))) return false;
  await translateAuthErrors(() => auth.api.verifyPassword({ body: { password }, headers }));
  return true;
}

/** The seconds for which better-auth takes a code: the 30 of the app, those before and those after. */
const APP_CODE_USE = { limit: 1, windowMs: 90_000 };

/**
 * Records the use of a code of an authenticator app that was right; resolves to false when it was used before (RFC 6238,
 * section 5.2).
 */
export async function tryToMarkTotpCodeUsed(
  db: Database,
  { secret, uid, code, now }: { secret: string; uid: string; code: string; now: Date },
): Promise<boolean> {
  const key = `app-code:${computeBlindIndex(secret, `${uid}:${code}`)}`;
  return (await recordRateLimitUse(db, key, APP_CODE_USE, now)).allowed;
}

/**
 * Deletes all pending links and challenges of an account, so that none sent before a change of password or address can
 * undo it.
 */
export async function revokeUnusedLinks(db: Database, uid: string): Promise<void> {
  await db.delete(authVerifications).where(eq(authVerifications.userId, uid));
}

/** Signs an identity out on the devices least recently used, so that at most MAX_SIGN_IN_SESSIONS_PER_IDENTITY sign-in sessions remain. */
export async function endSurplusSignInSessions(db: Database, uid: string): Promise<void> {
  const surplus = db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.userId, uid))
    .orderBy(desc(authSessions.updatedAt), desc(authSessions.id))
    .offset(MAX_SIGN_IN_SESSIONS_PER_IDENTITY);
  await db.delete(authSessions).where(inArray(authSessions.id, surplus));
}

/** Ends every sign-in session of an identity except the one with `token`. */
export async function endOtherSignInSessions(
  db: Database,
  uid: string,
  token: string,
): Promise<void> {
  await db
    .delete(authSessions)
    .where(and(eq(authSessions.userId, uid), ne(authSessions.token, token)));
}

/** Ends every sign-in session of an identity, and its API tokens: an intruder could have made some. */
export async function endAllSignInSessionsAndApiTokens(db: Database, uid: string): Promise<void> {
  await revokeApiTokensOfIdentity(db, uid);
  await db.delete(authSessions).where(eq(authSessions.userId, uid));
}

/**
 * Ends every sign-in session of an identity and records the security event `ended_by_support`, which its owner sees.
 */
export async function endAllSignInSessionsBySupport(
  db: Database,
  uid: string,
  now: Date,
): Promise<void> {
  await endAllSignInSessionsAndApiTokens(db, uid);
  await recordSecurityEvent(db, { uid, kind: 'ended_by_support', device: null, now });
}

/**
 * Ends the former sign-in session of a browser that has signed in again. Where it was the same person's, it goes on under
 * the token of the new one instead, with what belongs to it, such as the browser's notifications.
 */
export async function replaceSignInSession(
  db: Database,
  { former, token, uid }: { former: string | null; token: string | null; uid: string },
): Promise<void> {
  if (former === null) return;
  await db.transaction(async (tx) => {
    const [same] = await tx
      .select({ id: authSessions.id })
      .from(authSessions)
      .where(and(eq(authSessions.token, former), eq(authSessions.userId, uid)))
      .for('update');
    if (!same || token === null) return endSignInSession(tx, former);
    const [opened] = await tx.delete(authSessions).where(eq(authSessions.token, token)).returning();
    if (!opened) return;
    const { id: _, ...values } = opened;
    await tx.update(authSessions).set(values).where(eq(authSessions.id, same.id));
  });
}

/** Ends the sign-in session with a token; does nothing when there is none. */
export async function endSignInSession(db: Database, token: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.token, token));
}

/** The most security events that an account keeps. */
const MAX_EVENTS = 200;

/**
 * Records a security event of an account, and deletes those beyond the newest 200. `device` is a name of
 * describeDevice.
 */
export async function recordSecurityEvent(
  db: Database,
  event: { uid: string; kind: SecurityEventKind; device: string | null; now: Date },
): Promise<void> {
  const { uid, kind, device, now } = event;
  await db.insert(securityEvents).values({ userId: uid, kind, device, at: now });
  const surplus = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(eq(securityEvents.userId, uid))
    .orderBy(desc(securityEvents.id))
    .offset(MAX_EVENTS);
  await db.delete(securityEvents).where(inArray(securityEvents.id, surplus));
}

/**
 * Runs `work` in a transaction that locks the account against erasure. Use it to write data that no foreign key
 * ties to the account, such as queued e-mails. Resolves to null, without running `work`, when the account does
 * not exist.
 */
export async function runIfAccountExists<T>(
  db: Database,
  uid: string,
  work: (tx: Database) => Promise<T>,
): Promise<T | null> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: authUsers.id })
      .from(authUsers)
      .where(eq(authUsers.id, uid))
      .for('key share');
    return found.length > 0 ? work(tx) : null;
  });
}

/**
 * Locks an e-mail address until the transaction ends, before an account gets it, so that simultaneous requests wait for
 * each other: the error of the unique index would put the address into the database's log.
 */
export async function lockEmailAddress(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 0))`);
}

/**
 * Locks an account row before its erasure; resolves to the e-mail address that its owner confirmed, else to a placeholder, or
 * null when it does not exist.
 */
export async function lockAccountAndReadEmail(tx: Database, uid: string): Promise<string | null> {
  const [found] = await tx
    .select({ email: authUsers.email, isConfirmed: authUsers.emailVerified })
    .from(authUsers)
    .where(eq(authUsers.id, uid))
    .for('update');
  if (!found) return null;
  return found.isConfirmed ? found.email : toPlaceholderEmail(uid);
}

/**
 * Rows are kept this long after they expired, so that a clock that is an hour ahead does not sign people out for good.
 */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60_000;
const BATCH = 1000;

/** Deletes the sign-in sessions, links and challenges that expired more than a day before `now`. */
export async function deleteExpiredSignInSessionsAndLinks(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_AFTER_EXPIRY_MS);
  for (const table of [authSessions, authVerifications]) {
    const expired = db
      .select({ id: table.id })
      .from(table)
      .where(lt(table.expiresAt, before))
      .orderBy(table.expiresAt)
      .limit(BATCH);
    for (let deleted = BATCH; deleted === BATCH;) {
      const rows = await db
        .delete(table)
        .where(inArray(table.id, expired))
        .returning({ id: table.id });
      deleted = rows.length;
    }
  }
}
