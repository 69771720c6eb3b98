import { eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasPassword } from './builtin/reads.ts';
import { callBetterAuth } from './service.ts';
import { authSessions, authUsers, authVerifications } from './table.ts';

/** How often somebody who is signed in may try their password again; counted under `limitKey(app, 'password', uid)`. */
export const PASSWORD_TRIES = { limit: 5, windowMs: 60_000 };

/**
 * Verifies the current password before an irreversible action. Does nothing for an identity without a password
 * (Google, Firebase).
 * @throws {AppError} `wrong_credentials`
 */
export async function verifyCurrentPassword(
  { auth, db }: Pick<Dependencies, 'auth' | 'db'>,
  { uid, password, headers }: { uid: string; password: string; headers: Headers },
): Promise<void> {
  if (!auth || !(await hasPassword(db, uid))) return;
  await callBetterAuth(() => auth.api.verifyPassword({ body: { password }, headers }));
}

/**
 * Deletes all pending link tokens of an account, so that no link sent before a change of password or address
 * can undo it.
 */
export async function revokeLinks(db: Database, uid: string): Promise<void> {
  await db.delete(authVerifications).where(eq(authVerifications.userId, uid));
}

/**
 * Runs `work` in a transaction that locks the account against erasure. Use it to write data that no foreign key
 * ties to the account, such as queued e-mails. Resolves to null, without running `work`, when the account does
 * not exist.
 */
export async function withAccountLock<T>(
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

/** Locks an account row before its erasure; resolves to its e-mail address, null when it does not exist. */
export async function lockAccountForErasure(tx: Database, uid: string): Promise<string | null> {
  const [found] = await tx
    .select({ email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, uid))
    .for('update');
  return found?.email ?? null;
}

/** Kept for a while, so that a clock that is ahead for an hour signs nobody out for good. */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60_000;
const BATCH = 1000;

/** Deletes the sessions and links of e-mails that expired more than a day ago. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
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
