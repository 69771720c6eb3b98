import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { blindIndex } from '#server/encryption.ts';
import type { users } from '#server/features/account/table.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { requestPasswordReset } from '#server/features/identity/builtin/reset-password.ts';
import { endAllSessions } from '#server/features/identity/writes.ts';
import { eraseAccount } from '#server/features/privacy/erase-account.ts';
import { AppError } from '#server/http/errors.ts';

type User = typeof users.$inferSelect;

/** Who does something to somebody, why and when. */
export interface Deed {
  actorId: string;
  now: Date;
  reason: string;
}

/** Records what an admin does to somebody's account. */
export async function recordDeed(
  db: Database,
  action: string,
  user: User,
  { actorId, now, reason }: Deed,
): Promise<void> {
  const entry = { at: now, actorId, by: 'admin', subjectId: user.id, details: { reason } } as const;
  await writeAuditEntry(db, { ...entry, action });
}

/** By which marks jobs about a person are found. */
export const listMarks = (secret: string, { email, subject }: User): string[] =>
  [email, subject].map((id) => blindIndex(secret, id));

/** Has the e-mails that wait for a person, or were given up, tried at once. Resolves to their number. */
export async function resendEmails(
  { jobs, secret }: Pick<Dependencies, 'jobs' | 'secret'>,
  db: Database,
  user: User,
  deed: Deed,
): Promise<number> {
  return db.transaction(async (tx) => {
    await recordDeed(tx, 'person.resend', user, deed);
    return jobs.hurryAbout(tx, 'mail', listMarks(secret, user));
  });
}

/**
 * Sends a link to choose a new password.
 * @throws {AppError} `other_provider` where others sign the person in
 */
export async function sendResetLink(
  dependencies: Dependencies,
  db: Database,
  user: User,
  deed: Deed,
): Promise<void> {
  refuseOtherProvider(user);
  await db.transaction(async (tx) => {
    await recordDeed(tx, 'person.reset-link', user, deed);
    const { email, preferredLanguage: language } = user;
    await requestPasswordReset(dependencies, tx, { email, language });
  });
}

/**
 * Ends every sign-in session of a person.
 * @throws {AppError} `other_provider` where others sign the person in
 */
export async function signOutEverywhere(db: Database, user: User, deed: Deed): Promise<void> {
  refuseOtherProvider(user);
  await db.transaction(async (tx) => {
    await recordDeed(tx, 'person.sign-out', user, deed);
    await endAllSessions(tx, user.subject, deed.now);
  });
}

function refuseOtherProvider({ provider }: User): void {
  if (provider !== 'builtin') throw new AppError('other_provider');
}

/**
 * Erases a person whose address was typed again. What is recorded says why, and not who it was.
 * @throws {AppError} `invalid_input` for another address, and for an admin, whose role has to be taken away first
 */
export async function eraseByAdmin(
  dependencies: Dependencies,
  db: Database,
  user: User,
  { email: typed, ...deed }: Deed & { email: string },
): Promise<void> {
  const { id: userId, subject: uid, email, preferredLanguage: language } = user;
  if (typed.toLowerCase() !== email.toLowerCase())
    throw new AppError('invalid_input', { email: 'not_theirs' });
  if (user.role === 'admin') throw new AppError('invalid_input', { id: 'is_admin' });
  const known = { userId, uid, email: email.toLowerCase() };
  await eraseAccount(dependencies, db, { known, to: email, language }, (tx) =>
    writeAuditEntry(tx, {
      ...{ at: deed.now, actorId: deed.actorId, by: 'admin', action: 'person.erase' },
      details: { reason: deed.reason },
    }),
  );
}
