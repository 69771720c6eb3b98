import type { StripeAccount } from '../stripe-model/account.ts';
import { computeDiscountAmounts } from '../stripe-model/discounts.ts';
import { findInvoiceIntent, getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Price, Subscription } from '../stripe-model/objects.ts';
import { computePeriodEndSeconds } from '../stripe-model/periods.ts';
import { findNextPhase, findScheduleOfSubscription } from '../stripe-model/schedules.ts';
import { getSubscriptionItem } from '../stripe-model/subscriptions.ts';
import type { Actor } from './actor.ts';

export interface PlannedCharge {
  subscription: string;
  at: number;
  /** The price of the period, less discounts. */
  amountMinor: number;
  /** What is taken from the card: less by the credit in the customer's balance (rule 5). */
  dueMinor: number;
  currency: string;
}

export const isSubscriptionLive = ({ status }: Subscription) =>
  status === 'active' || status === 'past_due';
export const isSubscriptionEnding = ({ cancel_at, cancel_at_period_end }: Subscription) =>
  cancel_at_period_end || cancel_at !== null;

/**
 * When a pause ends (seconds; null for never), undefined without one (rule 10). Of one that its owner ends with a payment at
 * which the bank asks, Stripe knows no more: until that is made, what Stripe had said before stays promised.
 */
function findPauseEnd(
  { id, pause_collection, pending_update }: Subscription,
  pauses: Actor['pauses'],
): number | null | undefined {
  if (pause_collection) return pause_collection.resumes_at;
  const isWaiting = pending_update !== null && pending_update.billing_cycle_anchor !== null;
  return isWaiting ? pauses.get(id) : undefined;
}

/** Whether the next renewal is left out (rule 10). */
export const isSubscriptionPaused = (subscription: Subscription, pauses: Actor['pauses']) =>
  findPauseEnd(subscription, pauses) !== undefined;

/** When a subscription charges next, and how much (rules 5, 10 and 11); null where it doesn't. */
export function computePlannedCharge(
  account: StripeAccount,
  subscription: Subscription,
  pauses: Actor['pauses'],
): PlannedCharge | null {
  if (!isSubscriptionLive(subscription) || isSubscriptionEnding(subscription)) return null;
  const item = getSubscriptionItem(subscription);
  const { currency, discounts, id, customer } = subscription;
  const pausedUntil = findPauseEnd(subscription, pauses);
  if (pausedUntil === null) return null;
  const next = findNextPrice(account, subscription);
  let at = item.current_period_end;
  while (at < (pausedUntil ?? 0))
    at = computePeriodEndSeconds(subscription.billing_cycle_anchor, at, next);
  const off = computeDiscountAmounts(account, discounts, next.unit_amount, at);
  const amountMinor = off.reduce((left, { amount }) => left - amount, next.unit_amount);
  const credit = Math.max(0, -(account.customers.get(customer)?.balance ?? 0));
  const dueMinor = Math.max(0, amountMinor - credit);
  return { subscription: id, at, amountMinor, dueMinor, currency };
}

/** The price after the present period: another one where a schedule says so. */
export function findNextPrice(account: StripeAccount, subscription: Subscription): Price {
  const schedule = findScheduleOfSubscription(account, subscription);
  const { price, current_period_end } = getSubscriptionItem(subscription);
  const phase = schedule && findNextPhase(schedule);
  if (!phase || phase.start_date > current_period_end) return price;
  return account.prices.get(phase.items[0]?.price ?? '') ?? price;
}

/** What Stripe will still collect of a person by itself: renewals, and invoices that it has not given up (rule 12). */
export function listComingCollections(
  account: StripeAccount,
  { customers, pauses }: Pick<Actor, 'customers' | 'pauses'>,
): { subscription: string; invoice: string | null }[] {
  const own = [...account.subscriptions.values()].filter(({ customer }) => customers.has(customer));
  const renewals = own.filter((one) => computePlannedCharge(account, one, pauses));
  // "next_payment_attempt: The time at which payment will next be attempted" (Stripe API, The Invoice object): never again
  // where all attempts were made, and the operator leaves the subscription past due.
  const invoices = [...account.invoices.values()].filter(
    ({ id, status, auto_advance, customer, amount_due, next_payment_attempt, attempt_count }) =>
      (status === 'draft' ||
        (status === 'open' && (next_payment_attempt !== null || attempt_count === 0))) &&
      auto_advance &&
      amount_due > 0 &&
      findInvoiceIntent(account, id)?.status !== 'processing' &&
      customers.has(customer),
  );
  const live = new Set(own.filter(isSubscriptionLive).map(({ id }) => id));
  const open = invoices.map((invoice) => ({
    subscription: getSubscriptionIdOfInvoice(invoice) ?? '',
    invoice: invoice.id,
  }));
  return [
    ...renewals.map(({ id }) => ({ subscription: id, invoice: null })),
    ...open.filter(({ subscription }) => live.has(subscription)),
  ];
}

export const getPlanOfPrice = ({ recurring }: Price) =>
  recurring?.interval === 'year' ? 'yearly' : 'monthly';
