import { and, eq, isNull } from 'drizzle-orm';
import { decrypt, encrypt } from '#server/encryption.ts';
import { AppError } from '#server/http/errors.ts';
import { queueNotice } from './notices/writes.ts';
import { findWithdrawalEnd } from './policy.ts';
import { findPass } from './reads.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';

/**
 * Gives a pass back within the time to withdraw. It is written down first, with the job that returns the whole payment
 * and the email that confirms it, so that what was begun is finished whatever happens meanwhile; then it is done at once.
 * @throws not_found for a pass of somebody else or one that can't be given back any more
 */
export async function withdrawPass(
  deps: SyncDependencies,
  userId: string,
  passId: string,
): Promise<void> {
  const { db, clock, jobs, secret } = deps;
  const now = clock();
  const pass = await findPass(db, userId, passId);
  const until = pass && findWithdrawalEnd(pass);
  if (!pass || !until || (now >= until && !pass.withdrawnAt)) throw new AppError('not_found');
  await db.transaction(async (tx) => {
    const [given] = await tx
      .update(passes)
      .set({ withdrawnAt: now })
      .where(and(eq(passes.id, passId), isNull(passes.withdrawnAt)))
      .returning({ id: passes.id });
    if (!given) return;
    await jobs.send(tx, 'withdraw-pass', { encrypted: encrypt(secret, { userId, passId }) });
    const amountMinor = (pass.paidMinor ?? 0) - (pass.refundedMinor ?? 0);
    await queueNotice(deps, tx, userId, pass, { name: 'passWithdrawn', amountMinor });
  });
  await finishWithdrawal(deps, userId, passId);
}

/** Returns the payment and ends the pass; what was done before is not done again. */
async function finishWithdrawal(
  deps: SyncDependencies,
  userId: string,
  passId: string,
): Promise<void> {
  const pass = await findPass(deps.db, userId, passId);
  const { payments } = deps;
  if (!pass?.withdrawnAt || !pass.customerId || !payments) return;
  if (pass.source === 'subscription' && pass.providerRef)
    await payments.endSubscription(pass.providerRef);
  if (pass.paymentRef) await payments.refund(pass.paymentRef, `withdrawal:${pass.id}`);
  await syncCustomer(deps, pass.customerId);
}

/** Handler of the job `withdraw-pass`. */
export async function processWithdrawal(deps: SyncDependencies, encrypted: string): Promise<void> {
  const { userId, passId } = decrypt(deps.secret, encrypted) as { userId: string; passId: string };
  await finishWithdrawal(deps, userId, passId);
}
