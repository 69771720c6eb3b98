import { and, eq, isNull } from 'drizzle-orm';
import { encrypt } from '#server/encryption.ts';
import { AppError } from '#server/http/errors.ts';
import { computeUnremindedYearRefundMinor } from './notices/policy.ts';
import { queuePassEmailIfBought } from './notices/writes.ts';
import type { SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';
import { endWithdrawnPassAndRefundUnlessHeld } from './withdraw-pass.ts';

/**
 * Ends at once a yearly pass whose owner was not reminded in time of its renewal, and gives back the days that are left
 * (Code de la consommation, L215-1), by the job that also carries out withdrawals. Returns whether there was one.
 */
export async function endAndRefundYearIfUnreminded(
  deps: SyncDependencies,
  userId: string,
): Promise<boolean> {
  const { db, jobs, secret, clock } = deps;
  const now = clock();
  const passId = await db.transaction(async (tx) => {
    const found = await tx
      .select()
      .from(passes)
      .where(and(eq(passes.userId, userId), eq(passes.plan, 'yearly'), isNull(passes.withdrawnAt)))
      .limit(20)
      .for('update');
    const pass = found.find((one) => computeUnremindedYearRefundMinor(one, now) > 0);
    if (!pass?.paymentRef || !pass.currency) return null;
    const amountMinor = computeUnremindedYearRefundMinor(pass, now);
    const refundedMinor = pass.refundedMinor ?? 0;
    const refund = {
      paymentRef: pass.paymentRef,
      currency: pass.currency,
      refundedMinor,
      upToMinor: refundedMinor + amountMinor,
      until: now.toISOString(),
    };
    await tx
      .update(passes)
      .set({ withdrawnAt: now, returnable: [refund] })
      .where(eq(passes.id, pass.id));
    const encrypted = encrypt(secret, { userId, passId: pass.id });
    await jobs.send(tx, 'withdraw-pass', { encrypted });
    await queuePassEmailIfBought(deps, tx, userId, pass, { name: 'passLeft', amountMinor });
    return pass.id;
  });
  if (passId === null) return false;
  await endWithdrawnPassAndRefundUnlessHeld(deps, userId, passId).catch((error: unknown) => {
    // It counts from its declaration; the job carries it out later.
    if (!(error instanceof AppError && error.code === 'payments_unavailable')) throw error;
  });
  return true;
}
