import { eq } from 'drizzle-orm';
import type { Dependencies } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { PASS_CONSENT_VERSION } from '#shared/contract/billing.ts';
import { listPricesFor } from './prices/reads.ts';
import { PLAN_NAMES } from './policy.ts';
import { findOwnPass } from './reads.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';
import { checkouts } from './table.ts';

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
 * Goes from the monthly to the yearly pass: an order of its own, kept with its consent before anything is charged.
 * @throws price_changed when it costs something else than was shown; payment_declined, and nothing is changed
 */
export async function changeToYearly(
  deps: SyncDependencies & Pick<Dependencies, 'billing'>,
  userId: string,
  shownMinor: number,
) {
  const { pass, terms, reply } = await previewYearly(deps, userId);
  if (reply.dueMinor !== shownMinor) throw new AppError('price_changed');
  const end = await keepOrder(deps, userId, reply);
  try {
    await pass.payments.changeToYearly(pass.subscriptionId, terms);
  } catch (error) {
    // Without an answer it may have been paid: the order stays open.
    if (error instanceof AppError && error.code === 'payment_declined') await end('declined');
    throw error;
  }
  await end('paid');
  await syncCustomer(deps, pass.customerId);
}

/** Keeps the order of a yearly pass with the words of its consent. Returns a function that keeps how it ended. */
async function keepOrder(
  { db, clock, billing }: SyncDependencies & Pick<Dependencies, 'billing'>,
  userId: string,
  { dueMinor, renewalMinor, currency }: Awaited<ReturnType<typeof previewYearly>>['reply'],
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
      consentVersion: PASS_CONSENT_VERSION,
      consentedAt: now,
    })
    .returning({ id: checkouts.id });
  if (!order) throw new AppError('server_error');
  return (status: 'paid' | 'declined') =>
    db.update(checkouts).set({ status }).where(eq(checkouts.id, order.id));
}
