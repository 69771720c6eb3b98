import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { computeBlindIndex } from '#server/encryption.ts';
import type { users } from '#server/features/account/table.ts';
import type { AuditAction } from '#shared/rules/audit-actions.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { deleteSecondFactorAndCheckIfOn } from '#server/features/firebase/second-factor/writes.ts';
import { isEmailConfirmed } from '#server/features/identity/claims/reads.ts';
import { toPlaceholderEmail } from '#server/features/identity/claims/writes.ts';
import { requestPasswordReset } from '#server/features/identity/builtin/reset-password.ts';
import { turnOffSecondFactorAndCheckIfOn } from '#server/features/identity/passkeys/writes.ts';
import { endAllSignInSessionsBySupport } from '#server/features/identity/writes.ts';
import { eraseAccount } from '#server/features/privacy/erase-account.ts';
import { AppError } from '#server/http/errors.ts';

type User = typeof users.$inferSelect;

export interface AdminAction {
  actorId: string;
  now: Date;
  reason: string;
}

/** Writes the audit entry of an admin's action on an account. */
export async function auditAdminAction(
  db: Database,
  action: AuditAction,
  user: User,
  { actorId, now, reason }: AdminAction,
): Promise<void> {
  const entry = { at: now, actorId, by: 'admin', subjectId: user.id, details: { reason } } as const;
  await writeAuditEntry(db, { ...entry, action });
}

/**
 * Computes the blind indexes (keyed hashes) of a person's e-mail address and account, by which queued jobs about them
 * are found.
 */
export const computePersonBlindIndexes = (secret: string, { email, subject }: User): string[] =>
  [email, subject].map((id) => computeBlindIndex(secret, id));

/**
 * Makes a person's pending and failed e-mails due at once, and audits it; resolves to their number. Creates no e-mail.
 */
export async function retryQueuedEmails(
  { jobs, secret }: Pick<Dependencies, 'jobs' | 'secret'>,
  db: Database,
  user: User,
  action: AdminAction,
): Promise<number> {
  return db.transaction(async (tx) => {
    await auditAdminAction(tx, 'person.resend', user, action);
    return jobs.retryJobsAbout(tx, 'mail', computePersonBlindIndexes(secret, user));
  });
}

/**
 * Queues an e-mail with a link to choose a new password, and audits it.
 * @throws {AppError} `other_provider` (the person does not sign in with the built-in provider)
 */
export async function sendPasswordResetLink(
  dependencies: Dependencies,
  db: Database,
  user: User,
  action: AdminAction,
): Promise<void> {
  refuseOtherProvider(user);
  await db.transaction(async (tx) => {
    await auditAdminAction(tx, 'person.reset-link', user, action);
    const { email, preferredLanguage: language } = user;
    await requestPasswordReset(dependencies, tx, { email, language });
  });
}

/**
 * Ends every sign-in session of a person, and audits it.
 * @throws {AppError} `other_provider` (the person does not sign in with the built-in provider)
 */
export async function signOutEverywhere(
  db: Database,
  user: User,
  action: AdminAction,
): Promise<void> {
  refuseOtherProvider(user);
  await db.transaction(async (tx) => {
    await auditAdminAction(tx, 'person.sign-out', user, action);
    await endAllSignInSessionsBySupport(tx, user.subject, action.now);
  });
}

/**
 * Turns two-step sign-in of a person off on the command line, ends their sessions (those of Firebase are not ours to end),
 * and audits it; resolves to whether it was on.
 */
export async function turnOffSecondFactorAndEndSessionsByCommand(
  db: Database,
  { userId, uid, provider }: { userId: string; uid: string; provider: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (provider === 'firebase') {
      if (!(await deleteSecondFactorAndCheckIfOn(tx, userId))) return false;
    } else {
      if (!(await turnOffSecondFactorAndCheckIfOn(tx, uid, now))) return false;
      await endAllSignInSessionsBySupport(tx, uid, now);
    }
    const entry = { at: now, actorId: null, by: 'command line', subjectId: userId } as const;
    await writeAuditEntry(tx, { ...entry, action: 'person.two-step-off', details: {} });
    return true;
  });
}

function refuseOtherProvider({ provider }: User): void {
  if (provider !== 'builtin') throw new AppError('other_provider');
}

/**
 * Erases a person's account; `email` is the address that the admin typed to confirm. The audit entry has the reason,
 * not the person.
 * @throws {AppError} `invalid_input` (another address, or a person with a role, which must be revoked first)
 */
export async function erasePersonByAdmin(
  dependencies: Dependencies,
  db: Database,
  user: User,
  { email: typed, ...action }: AdminAction & { email: string },
): Promise<void> {
  const { id: userId, subject: uid, email, preferredLanguage: language } = user;
  if (typed.toLowerCase() !== email.toLowerCase())
    throw new AppError('invalid_input', { email: 'not_theirs' });
  if (user.role !== 'member') throw new AppError('invalid_input', { id: 'is_admin' });
  const isConfirmed = await isEmailConfirmed(db, user);
  const known = { userId, uid, email: isConfirmed ? email.toLowerCase() : toPlaceholderEmail(uid) };
  await eraseAccount(dependencies, db, { known, to: isConfirmed ? email : null, language }, (tx) =>
    writeAuditEntry(tx, {
      at: action.now,
      actorId: action.actorId,
      by: 'admin',
      action: 'person.erase',
      details: { reason: action.reason },
    }),
  );
}
