import type { StripeAccount } from '../stripe-model/account.ts';
import { findDiscounts } from '../stripe-model/discounts.ts';
import { findInvoiceIntent, getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Price, Subscription } from '../stripe-model/objects.ts';
import { findPeriodEnd } from '../stripe-model/periods.ts';
import { findNextPhase, findScheduleOfSubscription } from '../stripe-model/schedules.ts';
import { getOnlyItem } from '../stripe-model/subscriptions.ts';
import type { Actor } from './actor.ts';

export interface PlannedCharge {
  subscription: string;
  at: number;
  amountMinor: number;
  currency: string;
}

export const isSubscriptionLive = ({ status }: Subscription) =>
  status === 'active' || status === 'past_due';
export const isSubscriptionEnding = ({ cancel_at, cancel_at_period_end }: Subscription) =>
  cancel_at_period_end || cancel_at !== null;

/**
 * When a pause ends (seconds; null for never), undefined without one (rule 10). One that its owner ends with a payment
 * goes on until that is made; meanwhile the subscription's metadata say until when.
 */
function findPauseEnd({ pause_collection, pending_update, metadata }: Subscription) {
  if (pause_collection) return pause_collection.resumes_at;
  const isWaiting = pending_update !== null && pending_update.billing_cycle_anchor !== null;
  return isWaiting ? Number(metadata['paused_until']?.split(' ')[0]) : undefined;
}

/** Whether the next renewal is left out (rule 10). */
export const isSubscriptionPaused = (subscription: Subscription) =>
  findPauseEnd(subscription) !== undefined;

/** When a subscription charges next, and how much (rules 5, 10 and 11); null where it doesn't. */
export function findPlannedCharge(
  account: StripeAccount,
  subscription: Subscription,
): PlannedCharge | null {
  if (!isSubscriptionLive(subscription) || isSubscriptionEnding(subscription)) return null;
  const item = getOnlyItem(subscription);
  const { currency, discounts, id } = subscription;
  const pausedUntil = findPauseEnd(subscription);
  if (pausedUntil === null) return null;
  const next = findNextPrice(account, subscription);
  let at = item.current_period_end;
  while (at < (pausedUntil ?? 0)) at = findPeriodEnd(subscription.billing_cycle_anchor, at, next);
  const off = findDiscounts(account, discounts, next.unit_amount, at);
  const amountMinor = off.reduce((left, { amount }) => left - amount, next.unit_amount);
  return { subscription: id, at, amountMinor, currency };
}

/** The price after the present period: another one where a schedule says so. */
export function findNextPrice(account: StripeAccount, subscription: Subscription): Price {
  const schedule = findScheduleOfSubscription(account, subscription);
  const { price, current_period_end } = getOnlyItem(subscription);
  const phase = schedule && findNextPhase(schedule);
  if (!phase || phase.start_date > current_period_end) return price;
  return account.prices.get(phase.items[0]?.price ?? '') ?? price;
}

/** What Stripe will still collect of a person by itself: renewals, and invoices that it has not given up (rule 12). */
export function findCollections(account: StripeAccount, { customers }: Pick<Actor, 'customers'>) {
  const own = [...account.subscriptions.values()].filter(({ customer }) => customers.has(customer));
  const renewals = own.filter((one) => findPlannedCharge(account, one)).map(({ id }) => id);
  const invoices = [...account.invoices.values()].filter(
    ({ id, status, auto_advance, customer, amount_due }) =>
      (status === 'open' || status === 'draft') &&
      auto_advance &&
      amount_due > 0 &&
      findInvoiceIntent(account, id)?.status !== 'processing' &&
      customers.has(customer),
  );
  const live = new Set(own.filter(isSubscriptionLive).map(({ id }) => id));
  const open = invoices.filter((invoice) => live.has(getSubscriptionIdOfInvoice(invoice) ?? ''));
  return [...renewals, ...open.map(({ id }) => id)];
}

export const getPlanOfPrice = ({ recurring }: Price) =>
  recurring?.interval === 'year' ? 'yearly' : 'monthly';
