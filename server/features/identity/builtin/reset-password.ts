import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { computeBlindIndex, encrypt, decrypt } from '#server/encryption.ts';
import type { Language } from '#shared/contract/fields.ts';
import { authUsers } from '../table.ts';
import { runIfAccountExists } from '../writes.ts';
import {
  HOUR_MS,
  createLinkToken,
  buildAuthLinkWithEmail,
  type EmailSignInDeps,
} from './issue-link.ts';
import { requireBuiltinAuthAdapter } from './reads.ts';

interface ResetRequest {
  email: string;
  language: Language;
}

/**
 * Queues the job that handles a password reset, so that neither reply nor timing reveals whether the address has an
 * account.
 */
export async function requestPasswordReset(
  { jobs, secret }: EmailSignInDeps,
  db: Database,
  request: ResetRequest,
): Promise<void> {
  const about = [computeBlindIndex(secret, request.email)];
  await jobs.send(db, 'password-reset', { encrypted: encrypt(secret, request), about });
}

/** Handler of the job `password-reset`: e-mails a reset link, valid for an hour, or that there is no account. */
export async function runPasswordResetJob(
  deps: EmailSignInDeps,
  db: Database,
  sealed: string,
  jobId: string,
): Promise<void> {
  const { auth, baseUrl, secret } = deps;
  const { email, language } = decrypt(secret, sealed) as ResetRequest;
  const found = await (await requireBuiltinAuthAdapter(auth)).findUserByEmail(email.toLowerCase());
  if (!found) {
    // If the person was erased since the request, only the erasure e-mail is sent.
    if (!(await deps.jobs.exists('password-reset', jobId))) return;
    if (deps.signUp !== 'open')
      return queueEmailWithinLimits(deps, db, { name: 'noAccountYet', to: email, language });
    const link = `${baseUrl}/auth?mode=sign-up`;
    return queueEmailWithinLimits(deps, db, { name: 'noAccount', to: email, language, link });
  }
  const { id: uid, email: to } = found.user;
  await runIfAccountExists(db, uid, async (tx) => {
    const token = await createLinkToken(tx, {
      purpose: 'reset-password',
      value: uid,
      lifetimeMs: HOUR_MS,
      uid,
    });
    const link = buildAuthLinkWithEmail(to, baseUrl, 'reset', token);
    await queueEmailWithinLimits(deps, tx, { name: 'resetPassword', to, language, link }, uid);
  });
}

/**
 * Returns the account that a reset token belongs to, without consuming the token; null when it is invalid or expired.
 */
export async function findPasswordResetUser(auth: Dependencies['auth'], token: string) {
  const adapter = await requireBuiltinAuthAdapter(auth);
  const found = await adapter.findVerificationValue(`reset-password:${token}`);
  return found && found.expiresAt > new Date() ? adapter.findUserById(found.value) : null;
}

/** Marks the address of an account as verified, after a link sent to it was opened. */
export async function markEmailVerified(db: Database, uid: string): Promise<void> {
  await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
}
