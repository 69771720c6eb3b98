import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { authAccounts, authSessions } from '../table.ts';
import { endOtherSessions, revokeLinks, withAccountLock } from '../writes.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import type { Deps } from './issue-link.ts';
import { findLanguage } from './reads.ts';

interface PasswordChange {
  uid: string;
  email: string;
  currentPassword: string;
  password: string;
  /** The token of the sign-in session that makes the change. */
  session: string | null;
}

/**
 * Changes the password of somebody who gives the current one, ends all other sessions and pending links, and e-mails
 * the owner. Resolves to the new token of this session, whose old one is invalid. The caller limits tries and checks
 * the password's strength.
 * @throws {AppError} wrong_credentials; conflict (the password was changed meanwhile)
 */
export async function changePassword(
  deps: Deps,
  db: Database,
  { uid, email, currentPassword, password, session }: PasswordChange,
): Promise<string> {
  const ofAccount = and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential'));
  const [account] = await db.select().from(authAccounts).where(ofAccount).limit(1);
  const hash = account?.password ?? '';
  if (!(await verifyPassword({ hash, password: currentPassword })))
    throw new AppError('wrong_credentials');
  const changed = await hashPassword(password);
  const token = randomBytes(24).toString('hex');
  const done = await withAccountLock(db, uid, async (tx) => {
    const updated = await tx
      .update(authAccounts)
      .set({ password: changed, updatedAt: new Date() })
      .where(and(ofAccount, eq(authAccounts.password, hash)))
      .returning({ id: authAccounts.id });
    if (updated.length === 0) throw new AppError('conflict');
    const own = session ?? '';
    await endOtherSessions(tx, uid, own);
    await tx.update(authSessions).set({ token }).where(eq(authSessions.token, own));
    await revokeLinks(tx, uid);
    await queuePasswordChanged(deps, tx, { id: uid, email });
    return true;
  });
  if (!done) throw new AppError('wrong_credentials');
  return token;
}

/** Queues the e-mail that tells the owner of an account that its password was changed; does nothing when it is gone. */
export async function sendPasswordChanged(
  deps: Deps,
  db: Database,
  user: { id: string; email: string },
): Promise<void> {
  await withAccountLock(db, user.id, (tx) => queuePasswordChanged(deps, tx, user));
}

async function queuePasswordChanged(
  deps: Deps,
  tx: Database,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const language = await findLanguage(tx, id);
  const link = `${deps.baseUrl}/auth?mode=forgot`;
  await queueEmail(deps, tx, { name: 'passwordChanged', to: email, language, link }, id);
}
