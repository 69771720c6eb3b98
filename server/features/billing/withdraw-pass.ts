import { and, eq, inArray, isNull } from 'drizzle-orm';
import { decrypt, encrypt } from '#server/encryption.ts';
import { AppError } from '#server/http/errors.ts';
import { queuePassEmail } from './notices/writes.ts';
import { findPass } from './reads.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';
import { computeRefundMinor, findWithdrawalEnd, listOpenRefunds } from './withdrawal/policy.ts';

/**
 * Withdraws from a pass: stores the withdrawal with a job and a confirmation e-mail, then ends and refunds the pass at
 * once or, if the provider does not answer, by the job. A repeated call refunds nothing twice.
 * @throws not_found (somebody else's pass, or the time to withdraw is over)
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
  if (!pass || !until || (now > until && !pass.withdrawnAt)) throw new AppError('not_found');
  await db.transaction(async (tx) => {
    const [given] = await tx
      .update(passes)
      .set({ withdrawnAt: now })
      .where(and(eq(passes.id, passId), isNull(passes.withdrawnAt)))
      .returning();
    if (!given) return;
    const returns = listOpenRefunds(given, now);
    // A subscription that this pass replaced is withdrawn from too, without another e-mail.
    const refs = returns.map(({ paymentRef }) => paymentRef);
    await tx
      .update(passes)
      .set({ withdrawnAt: now })
      .where(and(eq(passes.userId, userId), inArray(passes.paymentRef, refs)));
    await jobs.send(tx, 'withdraw-pass', { encrypted: encrypt(secret, { userId, passId }) });
    const amountMinor = computeRefundMinor(given, now);
    await queuePassEmail(deps, tx, userId, given, { name: 'passWithdrawn', amountMinor });
  });
  await finishWithdrawal(deps, userId, passId).catch((error: unknown) => {
    // The withdrawal counts from its declaration; the job refunds later.
    if (!(error instanceof AppError && error.code === 'payments_unavailable')) throw error;
  });
}

/**
 * Refunds and ends a pass that its owner has withdrawn from; may be repeated.
 * @throws {AppError} payments_unavailable
 */
export async function finishWithdrawal(
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

/** Handler of the job `withdraw-pass`: refunds and ends the pass. */
export async function processWithdrawal(deps: SyncDependencies, encrypted: string): Promise<void> {
  const { userId, passId } = decrypt(deps.secret, encrypted) as { userId: string; passId: string };
  await finishWithdrawal(deps, userId, passId);
}
