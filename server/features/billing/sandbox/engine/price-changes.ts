import type Stripe from 'stripe';
import { FixtureError } from './errors.ts';
import { buildPrice, buildSubscriptionItem, type PriceTerms } from './objects.ts';
import { ABSENT, takePayment, toCardError } from './payments.ts';
import type { StripeState } from './state.ts';
import { addMonths, getSubscriptionItem, openInvoice, settleInvoice } from './subscriptions.ts';

/**
 * Computes what changing a subscription's price at the fake's present time invoices: `lines`, a credit for the part
 * of the paid period from `prorationDate` (Unix seconds) to its end, and the full new price; and `end`, the end of the
 * new period.
 * @throws {FixtureError} when the last period is not paid
 */
export function computePriceChange(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  terms: PriceTerms,
  prorationDate: number,
) {
  const item = getSubscriptionItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const latest = stripe.get<Stripe.Invoice>(subscription.latest_invoice as string);
  if (latest?.status !== 'paid')
    throw new FixtureError(400, 'The last period of this subscription is not paid.');
  const paid = latest.lines.data.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  const unused = Math.round((paid * (end - prorationDate)) / (end - start));
  const newEnd = addMonths(stripe.now, terms.interval === 'year' ? 12 : 1);
  return {
    end: newEnd,
    lines: [
      { description: 'Unused time', amount: -unused, start: stripe.now, end },
      { description: terms.product, amount: terms.amount, start: stripe.now, end: newEnd },
    ],
  };
}

/**
 * Changes the price of a subscription of the fake Stripe: a new period begins now, and the difference is charged.
 * @throws {FixtureError} when the bank refuses (`error_if_incomplete`); nothing is changed then
 */
export function changeSubscriptionPrice(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  terms: PriceTerms,
  prorationDate: number,
) {
  const { lines, end } = computePriceChange(stripe, subscription, terms, prorationDate);
  const total = Math.max(
    0,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  );
  const paymentMethod = subscription.default_payment_method as string;
  const money = { amount: total, currency: subscription.currency, paymentMethod };
  const { outcome, intent } =
    total > 0 ? takePayment(stripe, money, ABSENT) : { outcome: 'paid' as const, intent: null };
  if (outcome !== 'paid') throw toCardError(outcome);
  const price = stripe.put(buildPrice(stripe, terms));
  const period = { start: stripe.now, end, id: getSubscriptionItem(subscription).id };
  subscription.items.data = [buildSubscriptionItem(subscription.id, price, period)];
  subscription.billing_cycle_anchor = stripe.now;
  const invoice = openInvoice(stripe, subscription, 'subscription_update', lines);
  settleInvoice(stripe, subscription, invoice, intent);
  stripe.emit('customer.subscription.updated', subscription);
}
