import type Stripe from 'stripe';
import { FakeStripeError } from './errors.ts';
import { buildPrice, buildSubscriptionItem, type PriceTerms } from './objects.ts';
import type { CardOutcome } from './cards.ts';
import { PAYER_ABSENT, type PayerPresence, chargeCard, toCardError } from './payments.ts';
import type { StripeState } from './state.ts';
import { computeAmountWithTaxOnTop } from './tax.ts';
import {
  addMonthsToSeconds,
  attachUnpaidPaymentIntent,
  getSubscriptionItem,
  getPriceIntervalMonths,
  createOpenInvoice,
  applyInvoicePayment,
} from './subscriptions.ts';

/** How long a change waits for its payment: "23 hours after the update call was made" (Pending updates reference). */
const PENDING_TIME = 23 * 3600;

/**
 * Computes what changing a subscription's price at the fake's present time invoices: `lines`, a credit for the part
 * of the paid period from `prorationDate` (Unix seconds) to its end, and the full new price; and `end`, the end of the
 * new period.
 * @throws {FakeStripeError} when the last period is not paid
 */
export function computePriceChangeLines(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  terms: PriceTerms,
  prorationDate: number,
) {
  const item = getSubscriptionItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const waiting = subscription.pending_update ? subscription.latest_invoice : null;
  const latest = stripe
    .list<Stripe.Invoice>('invoice')
    .find(
      ({ id, parent, status }) =>
        parent?.subscription_details?.subscription === subscription.id &&
        status !== 'void' &&
        id !== waiting,
    );
  if (latest?.status !== 'paid')
    throw new FakeStripeError(400, 'The last period of this subscription is not paid.');
  const paid = latest.lines.data.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  const unused = Math.round((paid * (end - prorationDate)) / (end - start));
  const newEnd = addMonthsToSeconds(stripe.now, terms.interval === 'year' ? 12 : 1);
  return {
    end: newEnd,
    lines: [
      { description: 'Unused time', amount: -unused, start: stripe.now, end },
      { description: terms.product, amount: terms.amount, start: stripe.now, end: newEnd },
    ],
  };
}

/**
 * Changes the price of a subscription of the fake Stripe: a new period begins now, and the difference is charged. Where
 * that is not paid, "the updated values are added to the pending_update hash … The latest_invoice for the subscription
 * refers to an unpaid invoice in an open status" (Stripe, Pending updates reference).
 */
export function changeSubscriptionPrice(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  terms: PriceTerms,
  { prorationDate, toUrl }: { prorationDate: number; toUrl: (invoice: string) => string },
): void {
  const { lines } = computePriceChangeLines(stripe, subscription, terms, prorationDate);
  const price = stripe.put(buildPrice(stripe, terms));
  const invoice = createOpenInvoice(stripe, subscription, 'subscription_update', lines);
  invoice.hosted_invoice_url = toUrl(invoice.id ?? '');
  const items = [{ id: getSubscriptionItem(subscription).id, price: price.id }];
  subscription.pending_update = buildPendingUpdate(stripe, subscription, {
    subscription_items: items as unknown as Stripe.SubscriptionItem[],
  });
  tryToPayPendingChange(stripe, invoice, PAYER_ABSENT);
}

/** "This time is set to either the trial end time or the current period end, whichever comes first", 23 hours at most. */
const buildPendingUpdate = (
  stripe: StripeState,
  subscription: Stripe.Subscription,
  changed: Partial<Stripe.Subscription.PendingUpdate>,
): Stripe.Subscription.PendingUpdate => ({
  billing_cycle_anchor: null,
  cancel_at_period_end: null,
  discount: null,
  discounts: null,
  expires_at: Math.min(
    stripe.now + PENDING_TIME,
    getSubscriptionItem(subscription).current_period_end,
  ),
  metadata: null,
  subscription_items: null,
  trial_end: null,
  trial_from_plan: null,
  ...changed,
});

/**
 * Begins a new period of a subscription of the fake Stripe now, and charges it. Where that is not paid, the change is
 * pending (`isPending`), or refused.
 * @throws {FakeStripeError} when the bank refuses (`error_if_incomplete`); nothing is changed then
 */
export function restartBillingCycleAndCharge(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  { isPending, toUrl }: { isPending: boolean; toUrl: (invoice: string) => string },
): void {
  const item = getSubscriptionItem(subscription);
  const { unit_amount: amount, product } = item.price;
  const paymentMethod = subscription.default_payment_method as string;
  const money = { amount: amount ?? 0, currency: subscription.currency, paymentMethod };
  const [start, end] = [
    stripe.now,
    addMonthsToSeconds(stripe.now, getPriceIntervalMonths(item.price)),
  ];
  const line = { description: product as string, amount: money.amount, start, end };
  if (isPending) {
    const invoice = createOpenInvoice(stripe, subscription, 'subscription_update', [line]);
    invoice.hosted_invoice_url = toUrl(invoice.id ?? '');
    const anchor = { billing_cycle_anchor: start };
    subscription.pending_update = buildPendingUpdate(stripe, subscription, anchor);
    tryToPayPendingChange(stripe, invoice, PAYER_ABSENT);
    return;
  }
  const due = { ...money, amount: computeAmountWithTaxOnTop(stripe, subscription, money.amount) };
  const { outcome, intent } = chargeCard(stripe, due, PAYER_ABSENT);
  if (outcome !== 'paid') throw toUpdateError(outcome);
  subscription.billing_cycle_anchor = start;
  Object.assign(item, { current_period_start: start, current_period_end: end });
  const invoice = createOpenInvoice(stripe, subscription, 'subscription_update', [line]);
  applyInvoicePayment(stripe, subscription, invoice, intent);
}

/** What Stripe replies to a change with `error_if_incomplete` that is not paid (https://docs.stripe.com/error-codes). */
const toUpdateError = (outcome: CardOutcome): FakeStripeError =>
  outcome === 'authentication'
    ? new FakeStripeError(402, 'The subscription could not be paid without its customer.', {
        type: 'card_error',
        code: 'subscription_payment_intent_requires_action',
      })
    : toCardError(outcome);

/**
 * Tries to pay the invoice of a pending change, and makes the change when it is paid; returns whether it was. Otherwise
 * the payment waits for the bank, or for another card.
 */
export function tryToPayPendingChange(
  stripe: StripeState,
  invoice: Stripe.Invoice,
  presence: PayerPresence,
): boolean {
  const id = invoice.parent?.subscription_details?.subscription as string;
  const subscription = stripe.get<Stripe.Subscription>(id)!;
  const paymentMethod = subscription.default_payment_method as string;
  const money = { amount: invoice.amount_due, currency: invoice.currency, paymentMethod };
  const { outcome, intent } =
    money.amount > 0
      ? chargeCard(stripe, money, presence)
      : { outcome: 'paid' as const, intent: null };
  if (outcome !== 'paid') {
    const asks = outcome === 'authentication' && !presence.isPresent;
    attachUnpaidPaymentIntent(
      stripe,
      invoice,
      money,
      outcome === 'authentication' && !asks ? 'generic_decline' : outcome,
    );
    stripe.emit(asks ? 'invoice.payment_action_required' : 'invoice.payment_failed', invoice);
    stripe.emit('customer.subscription.updated', subscription);
    return false;
  }
  const item = getSubscriptionItem(subscription);
  const [update] = subscription.pending_update?.subscription_items ?? [];
  const price = stripe.get<Stripe.Price>(update?.price as unknown as string) ?? item.price;
  const end = addMonthsToSeconds(stripe.now, price.recurring?.interval === 'year' ? 12 : 1);
  const period = { start: stripe.now, end, id: item.id };
  subscription.items.data = [buildSubscriptionItem(subscription.id, price, period)];
  subscription.billing_cycle_anchor = stripe.now;
  subscription.pending_update = null;
  applyInvoicePayment(stripe, subscription, invoice, intent);
  stripe.emit('customer.subscription.updated', subscription);
  return true;
}
