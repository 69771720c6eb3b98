import { eq } from 'drizzle-orm';
import type { Dependencies } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import type { OrderConsent } from '#shared/contract/billing.ts';
import { listPricesFor } from './prices/reads.ts';
import { PLAN_NAMES } from './policy.ts';
import { findOwnPass } from './reads.ts';
import { endContract } from './end-contract.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';
import { checkouts, passes } from './table.ts';
import { queueCustomerSync, toConsentColumns } from './writes.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Finds the subscription that a person can change, with its ids and the payment provider.
 * @throws not_found (their pass is no subscription, or was withdrawn from)
 */
export async function findSubscription({ db, payments, clock }: SyncDependencies, userId: string) {
  const pass = payments && (await findOwnPass(db, userId, clock(), payments.livemode));
  if (!pass || pass.source !== 'subscription' || pass.withdrawnAt) throw new AppError('not_found');
  if (!pass.providerRef || !pass.customerId) throw new AppError('not_found');
  return { ...pass, subscriptionId: pass.providerRef, customerId: pass.customerId, payments };
}

/**
 * Makes a change at the provider, then stores the customer's new state.
 * @throws payment_unanswered when the provider did not answer: the change may have been made, and a job is queued that
 * reads the state again
 */
export async function changeAndSync(
  deps: SyncDependencies,
  customerId: string,
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change();
    await syncCustomer(deps, customerId);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'payments_unavailable')) throw cause;
    await queueCustomerSync(deps, deps.db, customerId);
    throw new AppError('payment_unanswered', undefined, { cause });
  }
}

/**
 * Makes a person's subscription end with its paid period (endContract), or renew again. `reason` is passed on to the
 * payment provider.
 * @throws not_found (no subscription to change); payment_unanswered (it may have been changed to renew)
 */
export async function setRenewal(
  deps: SyncDependencies,
  userId: string,
  { renews, reason }: { renews: boolean; reason?: string | undefined },
): Promise<void> {
  if (!renews) {
    if (!(await endContract(deps, userId, reason))) throw new AppError('not_found');
    return;
  }
  const { id, payments, subscriptionId, customerId } = await findSubscription(deps, userId);
  await deps.db.update(passes).set({ endAskedAt: null }).where(eq(passes.id, id));
  await changeAndSync(deps, customerId, () => payments.setRenewal(subscriptionId, true));
}

/**
 * Computes what a change from the monthly to the yearly pass costs: `reply.dueMinor` now, `reply.renewalMinor` each
 * later year. Changes nothing; `pass` and `terms` are for changeToYearly.
 * @throws not_found (no live monthly subscription that renews, or no yearly price in its currency);
 * payments_unavailable
 */
export async function previewYearly(deps: SyncDependencies, userId: string) {
  const pass = await findSubscription(deps, userId);
  const { currency, plan, periodStart, status, renews, payments, subscriptionId } = pass;
  // The invoice of a change would be left out by the pause too.
  if (!pass.isActive || plan !== 'monthly' || status !== 'live' || !renews || pass.pausedUntil)
    throw new AppError('not_found');
  if (!currency || !periodStart) throw new AppError('not_found');
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
 * Changes the monthly to the yearly pass. First stores an order with its consent; the payment is charged at once.
 * @throws price_changed when the amount due is not `dueMinor`; as toConsentColumns; payment_declined (nothing is changed);
 * payment_unanswered (it may have been paid); otherwise as previewYearly
 */
export async function changeToYearly(
  deps: SyncDependencies & Pick<Dependencies, 'billing'>,
  userId: string,
  { dueMinor, consent }: { dueMinor: number; consent: OrderConsent },
) {
  const given = toConsentColumns(consent, deps.clock());
  const { pass, terms, reply } = await previewYearly(deps, userId);
  if (reply.dueMinor !== dueMinor) throw new AppError('price_changed');
  const end = await insertOrder(deps, userId, { ...reply, ...given });
  await changeAndSync(deps, pass.customerId, async () => {
    try {
      await pass.payments.changeToYearly(pass.subscriptionId, terms);
    } catch (error) {
      // Without an answer it may have been paid: the order stays open.
      if (error instanceof AppError && error.code === 'payment_declined') await end('declined');
      throw error;
    }
    await end('paid');
  });
}

/** Stores the order of a yearly pass with its consent. Returns a function that stores its outcome. */
async function insertOrder(
  { db, clock, billing }: SyncDependencies & Pick<Dependencies, 'billing'>,
  userId: string,
  {
    dueMinor,
    renewalMinor,
    currency,
    ...given
  }: Awaited<ReturnType<typeof previewYearly>>['reply'] & ReturnType<typeof toConsentColumns>,
) {
  if (billing === 'off') throw new AppError('not_found');
  const now = clock();
  const [order] = await db
    .insert(checkouts)
    .values({
      userId,
      plan: 'yearly',
      currency,
      amountMinor: dueMinor,
      usualAmountMinor: renewalMinor,
      provider: billing,
      status: 'open',
      createdAt: now,
      ...given,
    })
    .returning({ id: checkouts.id });
  if (!order) throw new AppError('server_error');
  return (status: 'paid' | 'declined') =>
    db.update(checkouts).set({ status }).where(eq(checkouts.id, order.id));
}
