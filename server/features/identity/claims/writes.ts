import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import { authUsers } from '../table.ts';
import { findAccountHoldingEmail } from './reads.ts';

/** The unique value in place of the address of an account that only claims it; no e-mail can be sent there. */
export const toPlaceholderEmail = (uid: string) => `${uid}@unconfirmed.invalid`;

/**
 * Gives an address to the account whose owner has shown that it is theirs. An account that held it unconfirmed only
 * claims it from then on. The caller holds the lock of `lockEmailAddress`.
 * @throws {AppError} link_expired when another account holds it confirmed
 */
export async function assignEmailToProvenOwner(
  tx: Database,
  uid: string,
  email: string,
): Promise<void> {
  await releaseUnconfirmedEmail(tx, uid, email);
  const held = { email, claimedEmail: null, emailVerified: true, updatedAt: new Date() };
  await tx.update(authUsers).set(held).where(eq(authUsers.id, uid));
}

/**
 * Frees an address for the account `uid`, or for a new one without `uid`: an account that holds it unconfirmed only
 * claims it from then on.
 * @throws {AppError} link_expired when another account holds it confirmed
 */
export async function releaseUnconfirmedEmail(
  tx: Database,
  uid: string | null,
  email: string,
): Promise<void> {
  const holder = await findAccountHoldingEmail(tx, email);
  if (!holder || holder.uid === uid) return;
  if (holder.isConfirmed) throw new AppError('link_expired');
  await tx
    .update(authUsers)
    .set({ email: toPlaceholderEmail(holder.uid), claimedEmail: email })
    .where(eq(authUsers.id, holder.uid));
}
