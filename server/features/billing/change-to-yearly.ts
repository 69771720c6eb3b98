import type { Dependencies } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import type { OrderConsent } from '#shared/contract/billing.ts';
import { changeAndSyncCustomer, requireChangeableSubscription } from './change-pass.ts';
import { isPeriodUnpaid } from './credits/policy.ts';
import { listPricesForPerson } from './prices/reads.ts';
import { PROVIDER_PLAN_NAMES } from './policy.ts';
import { findPassToShow } from './reads.ts';
import type { SyncDependencies } from './sync-customer.ts';
import { checkouts } from './table.ts';
import { findPayableChange } from './wire.ts';
import { requireCurrentConsentColumns } from './writes.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Computes what a change from the monthly to the yearly pass costs: `reply.dueMinor` now, `reply.renewalMinor` each
 * later year. Changes nothing; `pass` and `terms` are for changeToYearlyOrGetBankPage.
 * @throws not_found (no live monthly subscription that renews, or no yearly price in its currency); renewal_pending (its
 * month is not paid yet); payments_unavailable
 */
export async function previewYearlyChange(deps: SyncDependencies, userId: string) {
  const pass = await requireChangeableSubscription(deps, userId);
  const { currency, plan, periodStart, status, renews, payments, subscriptionId } = pass;
  // The invoice of a change would be left out by the pause too.
  if (!pass.isActive || plan !== 'monthly' || status !== 'live' || !renews || pass.pausedUntil)
    throw new AppError('not_found');
  if (!currency || !periodStart) throw new AppError('not_found');
  // Stripe would collect the month besides, of which nothing is deducted yet.
  if (isPeriodUnpaid(pass)) throw new AppError('renewal_pending');
  const now = deps.clock();
  const onSale = await listPricesForPerson(deps.db, userId, now);
  const price = onSale.find((one) => one.plan === 'yearly' && one.currency === currency);
  if (!price) throw new AppError('not_found');
  // To the hour, so that what was shown is what is charged.
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const terms = {
    planName: PROVIDER_PLAN_NAMES.yearly,
    currency,
    amountMinor: price.amountMinor,
    at: hour < periodStart ? periodStart : hour,
  };
  const dueMinor = await payments.previewYearly(subscriptionId, terms);
  return { pass, terms, reply: { dueMinor, renewalMinor: price.amountMinor, currency } };
}

/**
 * Changes the monthly to the yearly pass. First stores an order with its consent; the payment is charged at once. Where
 * the bank asks for the person, nothing is changed until they have confirmed it: returns the page for it, else null. A
 * repeated call returns the same page.
 * @throws price_changed when the amount due is not `dueMinor`; as requireCurrentConsentColumns; payment_declined (nothing is changed);
 * payment_unanswered (it may have been paid); otherwise as previewYearly
 */
export async function changeToYearlyOrGetBankPage(
  deps: SyncDependencies & Pick<Dependencies, 'billing'>,
  userId: string,
  { dueMinor, consent }: { dueMinor: number; consent: OrderConsent },
): Promise<string | null> {
  const given = requireCurrentConsentColumns(consent, deps.clock());
  const waiting = await readUnpaidChange(deps, userId);
  if (waiting && !waiting.isRefused) return waiting.url;
  if (waiting) await cancelUnpaidChange(deps, userId);
  const { pass, terms, reply } = await previewYearlyChange(deps, userId);
  if (reply.dueMinor !== dueMinor) throw new AppError('price_changed');
  await insertOrder(deps, userId, { ...reply, ...given });
  await changeAndSyncCustomer(deps, pass.customerId, () =>
    pass.payments.changeToYearly(pass.subscriptionId, terms),
  );
  return findBankPageOfUnpaidChange(deps, userId);
}

/**
 * Returns the page where the bank asks for a person about a change that was made just now; null where it is done.
 * @throws payment_declined (the bank refused: nothing is changed)
 */
export async function findBankPageOfUnpaidChange(
  deps: SyncDependencies,
  userId: string,
): Promise<string | null> {
  const change = await readUnpaidChange(deps, userId);
  if (!change?.isRefused) return change?.url ?? null;
  await cancelUnpaidChange(deps, userId);
  throw new AppError('payment_declined');
}

async function readUnpaidChange({ db, payments, clock }: SyncDependencies, userId: string) {
  const now = clock();
  const pass = payments && (await findPassToShow(db, userId, now, payments.livemode));
  return pass ? findPayableChange(pass, now) : null;
}

/**
 * Gives up a change to the yearly pass, or the end of a pause, that waits for its payment; does nothing without one.
 * @throws not_found (no subscription); payment_unanswered (it may have been given up)
 */
export async function cancelUnpaidChange(deps: SyncDependencies, userId: string): Promise<void> {
  const { payments, customerId, pendingChange } = await requireChangeableSubscription(deps, userId);
  if (!pendingChange) return;
  await changeAndSyncCustomer(deps, customerId, () =>
    payments.voidInvoice(pendingChange.invoiceId),
  );
}

/** Stores the order of a yearly pass with its consent; `settleYearlyOrders` stores its outcome. */
async function insertOrder(
  { db, clock, billing }: SyncDependencies & Pick<Dependencies, 'billing'>,
  userId: string,
  {
    dueMinor,
    renewalMinor,
    currency,
    ...given
  }: Awaited<ReturnType<typeof previewYearlyChange>>['reply'] &
    ReturnType<typeof requireCurrentConsentColumns>,
) {
  if (billing === 'off') throw new AppError('not_found');
  const now = clock();
  await db.insert(checkouts).values({
    userId,
    plan: 'yearly',
    currency,
    amountMinor: dueMinor,
    usualAmountMinor: renewalMinor,
    provider: billing,
    status: 'open',
    createdAt: now,
    ...given,
  });
}
