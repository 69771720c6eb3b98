import { eq } from 'drizzle-orm';
import { AppError } from '#server/http/errors.ts';
import { findPassToShow } from './reads.ts';
import { endChargingSubscriptionsAtPeriodEnd } from './end-contract.ts';
import { syncAndCorrectCustomer, type SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';
import { queueCustomerSync } from './writes.ts';

/**
 * Finds the subscription that a person can change, with its ids and the payment provider.
 * @throws not_found (their pass is no subscription, or was withdrawn from)
 */
export async function requireChangeableSubscription(
  { db, payments, clock }: SyncDependencies,
  userId: string,
) {
  const pass = payments && (await findPassToShow(db, userId, clock(), payments.livemode));
  if (!pass || pass.source !== 'subscription' || pass.withdrawnAt) throw new AppError('not_found');
  if (!pass.providerRef || !pass.customerId) throw new AppError('not_found');
  return { ...pass, subscriptionId: pass.providerRef, customerId: pass.customerId, payments };
}

/**
 * Makes a change at the provider, then stores the customer's new state.
 * @throws payment_unanswered when the provider did not answer: the change may have been made, and a job is queued that
 * reads the state again
 */
export async function changeAndSyncCustomer(
  deps: SyncDependencies,
  customerId: string,
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change();
    await syncAndCorrectCustomer(deps, customerId);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'payments_unavailable')) throw cause;
    await queueCustomerSync(deps, deps.db, customerId);
    throw new AppError('payment_unanswered', undefined, { cause });
  }
}

/**
 * Makes a person's subscription end with its paid period (endChargingSubscriptionsAtPeriodEnd), or renew again. `reason` is passed on to the
 * payment provider.
 * @throws not_found (no subscription to change); payment_unanswered (it may have been changed to renew)
 */
export async function setRenewal(
  deps: SyncDependencies,
  userId: string,
  { renews, reason }: { renews: boolean; reason?: string | undefined },
): Promise<void> {
  if (!renews) {
    if (!(await endChargingSubscriptionsAtPeriodEnd(deps, userId, reason)))
      throw new AppError('not_found');
    return;
  }
  const { id, payments, subscriptionId, customerId } = await requireChangeableSubscription(
    deps,
    userId,
  );
  await deps.db.update(passes).set({ endAskedAt: null }).where(eq(passes.id, id));
  await changeAndSyncCustomer(deps, customerId, () => payments.setRenewal(subscriptionId, true));
}
