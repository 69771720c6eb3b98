import type { Database } from '#server/db/connect.ts';
import { findUserBySubject } from '#server/features/account/reads.ts';
import { insertUserIfNew, type NewUser } from '#server/features/account/writes.ts';
import { runIfAccountExists } from '#server/features/identity/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { findProfile } from './reads.ts';

/**
 * Creates the profile of an identity, or returns the existing one; `created` says which. Safe under concurrency.
 * @throws {AppError} `unauthorised` (the account was erased meanwhile)
 */
export async function findOrCreateProfile(db: Database, user: NewUser, now: Date) {
  // No foreign key links a profile to its identity, so the account is locked against a concurrent erasure.
  const { provider, subject } = user;
  const created =
    provider === 'builtin'
      ? await runIfAccountExists(db, subject, (tx) => insertUserIfNew(tx, user))
      : await insertUserIfNew(db, user);
  if (created === null) throw new AppError('unauthorised');
  const known = await findUserBySubject(db, provider, subject);
  const profile = known && (await findProfile(db, known.id, now));
  if (!profile) throw new AppError('unauthorised');
  return { profile, created };
}
