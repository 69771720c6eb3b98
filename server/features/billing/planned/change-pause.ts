import { AppError } from '#server/http/errors.ts';
import { changeAndSync, findSubscription } from '../change-pass.ts';
import type { SyncDependencies } from '../sync-customer.ts';
import { findPendingChange } from '../wire.ts';
import { findCollectionStart } from './policy.ts';

/** What a pause is to be. */
interface PauseOrder {
  /** For how many months after the paid time; null to go on. */
  months: number | null;
  /** What is charged at once by going on after the paid time is over. */
  amountMinor?: number | undefined;
}

/**
 * Pauses a person's monthly pass for some months after its paid time, or lets it go on: with its next payment, or, once the
 * paid time is over, at once with a payment of `amountMinor`.
 * @throws not_found (nothing to pause or to resume); price_changed (another amount would be charged);
 * payment_declined (nothing is changed); payment_unanswered
 */
export async function changePause(
  deps: SyncDependencies,
  userId: string,
  { months, amountMinor }: PauseOrder,
): Promise<void> {
  const pass = await findSubscription(deps, userId);
  const { payments, subscriptionId, customerId, pausedUntil, periodEnd } = pass;
  if (months === null) {
    if (!pausedUntil) throw new AppError('not_found');
    if (!pass.isActive && amountMinor !== pass.amountMinor) throw new AppError('price_changed');
    await changeAndSync(deps, customerId, () =>
      payments.resumePayments(subscriptionId, !pass.isActive),
    );
    return;
  }
  const isPausable = pass.isActive && pass.plan === 'monthly' && pass.status === 'live';
  // Nor one whose change to a year waits for the bank: the pause would leave out its invoice.
  const isWaiting = findPendingChange(pass, deps.clock()) !== null;
  if (!isPausable || isWaiting || !pass.renews || pausedUntil || !periodEnd)
    throw new AppError('not_found');
  await changeAndSync(deps, customerId, () =>
    payments.pausePayments(subscriptionId, findCollectionStart(periodEnd, months)),
  );
}
