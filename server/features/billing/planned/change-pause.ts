import { AppError } from '#server/http/errors.ts';
import { changeAndSyncCustomer, requireChangeableSubscription } from '../change-pass.ts';
import type { SyncDependencies } from '../sync-customer.ts';
import { findBankPageOfUnpaidChange, cancelUnpaidChange } from '../change-to-yearly.ts';
import { findPayableChange } from '../wire.ts';
import { computePaymentResumptionDate } from './policy.ts';

interface PauseOrder {
  /** For how many months after the paid time; null to go on. */
  months: number | null;
  /** What is charged at once by going on after the paid time is over. */
  amountMinor?: number | undefined;
}

/**
 * Pauses a person's monthly pass for some months after its paid time, or lets it go on: with its next payment, or, once the
 * paid time is over, at once with a payment of `amountMinor`. Returns the page where the bank asks for the person about
 * that payment, before which the pause goes on; else null.
 * @throws not_found (nothing to pause or to resume); price_changed (another amount would be charged);
 * payment_declined (nothing is changed); payment_unanswered
 */
export async function pauseOrResumePayments(
  deps: SyncDependencies,
  userId: string,
  { months, amountMinor }: PauseOrder,
): Promise<string | null> {
  const pass = await requireChangeableSubscription(deps, userId);
  const { payments, subscriptionId, customerId, pausedUntil, periodEnd } = pass;
  if (months === null) {
    if (!pausedUntil) throw new AppError('not_found');
    if (!pass.isActive) return resumeNow(deps, userId, pass, amountMinor);
    await changeAndSyncCustomer(deps, customerId, () => payments.resumePayments(subscriptionId));
    return null;
  }
  const isPausable = pass.isActive && pass.plan === 'monthly' && pass.status === 'live';
  // Nor one whose change to a year waits for the bank: the pause would leave out its invoice.
  const isWaiting = findPayableChange(pass, deps.clock()) !== null;
  if (!isPausable || isWaiting || !pass.renews || pausedUntil || !periodEnd)
    throw new AppError('not_found');
  await changeAndSyncCustomer(deps, customerId, () =>
    payments.pausePayments(subscriptionId, computePaymentResumptionDate(periodEnd, months)),
  );
  return null;
}

/** Ends a pause with a payment; returns the page where the bank asks for the person, else null. */
async function resumeNow(
  deps: SyncDependencies,
  userId: string,
  pass: Awaited<ReturnType<typeof requireChangeableSubscription>>,
  amountMinor: number | undefined,
): Promise<string | null> {
  const { payments, subscriptionId, customerId } = pass;
  const now = deps.clock();
  const waiting = findPayableChange(pass, now);
  if (waiting && !waiting.isRefused) return waiting.url;
  if (waiting) await cancelUnpaidChange(deps, userId);
  if (amountMinor !== pass.amountMinor) throw new AppError('price_changed');
  await changeAndSyncCustomer(deps, customerId, () => payments.resumeNow(subscriptionId, now));
  return findBankPageOfUnpaidChange(deps, userId);
}
