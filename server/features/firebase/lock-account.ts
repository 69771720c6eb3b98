import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { revokeFirebaseSignInsAndFindProfileId } from '#server/features/account/writes.ts';
import { readAccountLockToken } from '#server/features/identity/builtin/send-security-email.ts';
import { AppError } from '#server/http/errors.ts';
import { deleteSecondFactorAndCheckIfOn } from './second-factor/writes.ts';

/**
 * Locks an account of Firebase by the link of an e-mail about its security: refuses every sign-in until now and removes
 * the second factor. The new password is Firebase's to send a link to. The link works again until it expires, because a
 * stranger who knew the former password may have signed in before there was a new one.
 * @throws {AppError} link_expired
 */
export async function lockFirebaseAccount(
  { secret }: Pick<Dependencies, 'secret'>,
  db: Database,
  sealed: string,
  now: Date,
) {
  const { uid, email } = readAccountLockToken(secret, sealed, now);
  await db.transaction(async (tx) => {
    const userId = await revokeFirebaseSignInsAndFindProfileId(tx, uid, now);
    if (userId === null) throw new AppError('link_expired');
    await deleteSecondFactorAndCheckIfOn(tx, userId);
  });
  return { token: null, email };
}
