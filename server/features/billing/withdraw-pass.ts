import { and, eq, inArray, isNull } from 'drizzle-orm';
import { decrypt, encrypt } from '#server/encryption.ts';
import { AppError } from '#server/http/errors.ts';
import { queueNotice } from './notices/writes.ts';
import { findPass } from './reads.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';
import { computeRefundMinor, findWithdrawalEnd, listOpenRefunds } from './withdrawal/policy.ts';

/**
 * Gives a pass back within the time to withdraw. It is written down first, with the job that returns what was paid
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
      .returning();
    if (!given) return;
    const returns = listOpenRefunds(given, now);
    // A subscription that this pass took the place of is given back with it, and not told of again.
    const refs = returns.map(({ paymentRef }) => paymentRef);
    await tx
      .update(passes)
      .set({ withdrawnAt: now })
      .where(and(eq(passes.userId, userId), inArray(passes.paymentRef, refs)));
    await jobs.send(tx, 'withdraw-pass', { encrypted: encrypt(secret, { userId, passId }) });
    const amountMinor = computeRefundMinor(given, now);
    await queueNotice(deps, tx, userId, given, { name: 'passWithdrawn', amountMinor });
  });
  await finishWithdrawal(deps, userId, passId);
}

/** Returns what was paid and ends the pass; what was done before is not done again. */
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
  for (const { paymentRef, upToMinor } of listOpenRefunds(
    { ...pass, revokedAt: null },
    pass.withdrawnAt,
  ))
    await payments.refundUpTo(paymentRef, upToMinor, `withdrawal:${pass.id}`);
  await syncCustomer(deps, pass.customerId);
}

/** Handler of the job `withdraw-pass`. */
export async function processWithdrawal(deps: SyncDependencies, encrypted: string): Promise<void> {
  const { userId, passId } = decrypt(deps.secret, encrypted) as { userId: string; passId: string };
  await finishWithdrawal(deps, userId, passId);
}
