import { AppError } from '#server/http/errors.ts';
import { listPricesFor } from './prices/reads.ts';
import { PLAN_NAMES } from './policy.ts';
import { findOwnPass } from './reads.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';

const HOUR_MS = 60 * 60_000;

/** Finds the subscription that a person can change, and who takes payments. */
async function findSubscription({ db, payments, clock }: SyncDependencies, userId: string) {
  const pass = payments && (await findOwnPass(db, userId, clock(), payments.livemode));
  if (!pass || pass.source !== 'subscription' || !pass.providerRef || !pass.customerId)
    throw new AppError('not_found');
  return { ...pass, subscriptionId: pass.providerRef, customerId: pass.customerId, payments };
}

/** Has a pass end with its period, or renew again. */
export async function setRenewal(
  deps: SyncDependencies,
  userId: string,
  { renews, reason }: { renews: boolean; reason?: string | undefined },
): Promise<void> {
  const { payments, subscriptionId, customerId } = await findSubscription(deps, userId);
  await payments.setRenewal(subscriptionId, renews, reason);
  await syncCustomer(deps, customerId);
}

/** Computes what it costs now to go from the monthly to the yearly pass, and each later year. */
export async function previewYearly(deps: SyncDependencies, userId: string) {
  const pass = await findSubscription(deps, userId);
  const { currency, plan, periodStart, status, renews, payments, subscriptionId } = pass;
  if (plan !== 'monthly' || status !== 'live' || !renews || !currency || !periodStart)
    throw new AppError('not_found');
  const now = deps.clock();
  const onSale = await listPricesFor(deps.db, userId, now);
  const price = onSale.find((one) => one.plan === 'yearly' && one.currency === currency);
  if (!price) throw new AppError('not_found');
  // To the hour, so that what was shown is what is charged.
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const terms = {
    planName: PLAN_NAMES.yearly,
    currency,
    amountMinor: price.amountMinor,
    at: hour < periodStart ? periodStart : hour,
  };
  const dueMinor = await payments.previewYearly(subscriptionId, terms);
  return { pass, terms, reply: { dueMinor, renewalMinor: price.amountMinor, currency } };
}

/**
 * Goes from the monthly to the yearly pass.
 * @throws price_changed when it costs something else than was shown; payment_declined, and nothing is changed
 */
export async function changeToYearly(deps: SyncDependencies, userId: string, shownMinor: number) {
  const { pass, terms, reply } = await previewYearly(deps, userId);
  if (reply.dueMinor !== shownMinor) throw new AppError('price_changed');
  await pass.payments.changeToYearly(pass.subscriptionId, terms);
  await syncCustomer(deps, pass.customerId);
}
