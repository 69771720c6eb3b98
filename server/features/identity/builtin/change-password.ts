import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import { authAccounts, authSessions } from '../table.ts';
import { endOtherSignInSessions, revokeUnusedLinks, runIfAccountExists } from '../writes.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import type { EmailSignInDeps } from './issue-link.ts';
import { queueSecurityEmailIfConfirmed } from './send-security-email.ts';

interface PasswordChange {
  uid: string;
  currentPassword: string;
  password: string;
  /** The token of the sign-in session that makes the change. */
  session: string | null;
  device: string | null;
  now: Date;
}

/**
 * Changes the password of a person who gives the current one, ends all other sessions and pending links, and e-mails
 * the owner. Resolves to the new token of this session, whose old one is invalid. The caller limits tries and checks
 * the password's strength.
 * @throws {AppError} wrong_credentials; conflict (the password was changed meanwhile)
 */
export async function changePasswordAndEndOtherSessions(
  deps: EmailSignInDeps,
  db: Database,
  { uid, currentPassword, password, session, device, now }: PasswordChange,
): Promise<string> {
  const ofAccount = and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential'));
  const [account] = await db.select().from(authAccounts).where(ofAccount).limit(1);
  const hash = account?.password ?? '';
  if (!(await verifyPassword({ hash, password: currentPassword })))
    throw new AppError('wrong_credentials');
  const changed = await hashPassword(password);
  const token = randomBytes(24).toString('hex');
  const done = await runIfAccountExists(db, uid, async (tx) => {
    const updated = await tx
      .update(authAccounts)
      .set({ password: changed, updatedAt: new Date() })
      .where(and(ofAccount, eq(authAccounts.password, hash)))
      .returning({ id: authAccounts.id });
    if (updated.length === 0) throw new AppError('conflict');
    const own = session ?? '';
    await endOtherSignInSessions(tx, uid, own);
    await tx.update(authSessions).set({ token }).where(eq(authSessions.token, own));
    await revokeUnusedLinks(tx, uid);
    await queueSecurityEmailIfConfirmed(deps, tx, { uid, name: 'passwordChanged', device, now });
    return true;
  });
  if (!done) throw new AppError('wrong_credentials');
  return token;
}
