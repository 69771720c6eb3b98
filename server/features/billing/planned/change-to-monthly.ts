import { AppError } from '#server/http/errors.ts';
import { changeAndSyncCustomer, requireChangeableSubscription } from '../change-pass.ts';
import { PROVIDER_PLAN_NAMES } from '../policy.ts';
import { listPricesForPerson } from '../prices/reads.ts';
import type { SyncDependencies } from '../sync-customer.ts';

/**
 * Has a person's yearly pass go on monthly once its paid year is over, for `amountMinor` a month; null takes that back.
 * Nothing is charged now.
 * @throws not_found (no yearly pass that renews, or no monthly price in its currency); price_changed (it is another
 * one); payment_unanswered
 */
export async function planOrUnplanMonthlyAfterYear(
  deps: SyncDependencies,
  userId: string,
  amountMinor: number | null,
): Promise<void> {
  const pass = await requireChangeableSubscription(deps, userId);
  const { payments, subscriptionId, customerId, currency } = pass;
  if (amountMinor === null) {
    if (!pass.nextPlan) throw new AppError('not_found');
    await changeAndSyncCustomer(deps, customerId, () => payments.releasePlan(subscriptionId));
    return;
  }
  if (!pass.isActive || pass.plan !== 'yearly' || pass.status !== 'live' || !pass.renews)
    throw new AppError('not_found');
  const onSale = await listPricesForPerson(deps.db, userId, deps.clock());
  const price = onSale.find((one) => one.plan === 'monthly' && one.currency === currency);
  if (!price) throw new AppError('not_found');
  if (price.amountMinor !== amountMinor) throw new AppError('price_changed');
  const terms = { planName: PROVIDER_PLAN_NAMES.monthly, currency: price.currency, amountMinor };
  await changeAndSyncCustomer(deps, customerId, () => payments.planMonthly(subscriptionId, terms));
}
