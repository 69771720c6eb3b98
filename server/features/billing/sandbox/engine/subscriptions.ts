import type Stripe from 'stripe';
import type { CardOutcome } from './cards.ts';
import { createResourceMissingError, FakeStripeError } from './errors.ts';
import { buildPrice, buildSubscription, type PriceTerms } from './objects.ts';
import { buildInvoice, buildPaymentIntentAndCharge, type InvoiceTerms } from './payment-objects.ts';
import {
  buildInvoicePayment,
  PAYER_ABSENT,
  type PayerPresence,
  chargeCard,
  toCardError,
} from './payments.ts';
import { applyDueSchedulePhase, endDuePauseAndCheckIfPaused } from './phases.ts';
import type { StripeState } from './state.ts';
import { readSubscriptionTaxTerms, type TaxTerms } from './tax.ts';

const DAY = 86_400;
/** Days after the first attempt on which a failed renewal is tried again; after the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

/** Adds months to an instant in seconds: the same day, or the last one of a shorter month. */
export function addMonthsToSeconds(at: number, months: number): number {
  const start = new Date(at * 1000);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end.getTime() / 1000;
}

export const getPriceIntervalMonths = ({ recurring }: Stripe.Price) =>
  recurring?.interval === 'year' ? 12 : 1;

/** Returns the only item of a subscription. */
export function getSubscriptionItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw createResourceMissingError(`item of ${subscription.id}`);
  return item;
}

/** Finds the end of the period that begins where one ended: a whole number of intervals after the anchor. */
function findPeriodEnd(
  { billing_cycle_anchor: anchor }: Stripe.Subscription,
  months: number,
  start: number,
) {
  for (let count = 1; ; count++) {
    const end = addMonthsToSeconds(anchor, months * count);
    if (end > start) return end;
  }
}

interface Purchase {
  terms: PriceTerms;
  tax: TaxTerms;
  /** What is paid now, and that without tax that comes on top. */
  amount: number;
  net: number;
  paymentMethod: string;
  metadata: Record<string, string>;
}

/**
 * Starts a subscription of the fake Stripe and takes its first payment.
 * @throws {FakeStripeError} when the bank refuses; no subscription is stored then
 */
export function startSubscription(
  stripe: StripeState,
  purchase: Purchase,
  presence: PayerPresence,
) {
  const { terms, tax, amount, net, paymentMethod, metadata } = purchase;
  const money = { amount, currency: terms.currency, paymentMethod };
  const { outcome, intent } =
    amount === 0 ? { outcome: 'paid' as const, intent: null } : chargeCard(stripe, money, presence);
  if (outcome !== 'paid') throw toCardError(outcome);
  const price = stripe.put(buildPrice(stripe, terms));
  const end = addMonthsToSeconds(stripe.now, getPriceIntervalMonths(price));
  const subscription = stripe.put(
    buildSubscription(stripe, price, { end, tax, paymentMethod, metadata }),
  );
  const line = { description: terms.product, amount: net, start: stripe.now, end };
  const invoice = createOpenInvoice(stripe, subscription, 'subscription_create', [line]);
  applyInvoicePayment(stripe, subscription, invoice, intent);
  stripe.emit('customer.subscription.created', subscription);
  return { subscription, invoice };
}

/** Opens an invoice of a subscription of the fake Stripe; nothing is paid yet. */
export function createOpenInvoice(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  reason: InvoiceTerms['reason'],
  lines: InvoiceTerms['lines'],
): Stripe.Invoice {
  const { currency, id } = subscription;
  const tax = readSubscriptionTaxTerms(subscription);
  const terms = { currency, reason, lines, subscription: id, tax };
  const invoice = stripe.put(buildInvoice(stripe, terms));
  subscription.latest_invoice = invoice.id;
  stripe.put(subscription);
  return invoice;
}

/** Marks an invoice of the fake Stripe as paid, and its subscription as active. */
export function applyInvoicePayment(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | null,
): void {
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = stripe.now;
  if (intent) invoice.payments!.data = [buildInvoicePayment(invoice, intent.id, stripe.now)];
  stripe.put(invoice);
  subscription.status = 'active';
  stripe.put(subscription);
  stripe.emit('invoice.paid', invoice);
}

/**
 * Tries to pay an invoice of a subscription of the fake Stripe; returns whether it was paid. A failure makes the
 * subscription `past_due` and plans the next attempt; after the last attempt it ends.
 */
export function tryToPayInvoice(
  stripe: StripeState,
  invoice: Stripe.Invoice,
  presence: PayerPresence,
): boolean {
  const id = invoice.parent?.subscription_details?.subscription as string;
  const subscription = stripe.get<Stripe.Subscription>(id)!;
  const paymentMethod = subscription.default_payment_method as string;
  const money = { amount: invoice.amount_due, currency: invoice.currency, paymentMethod };
  const { outcome, intent } = chargeCard(stripe, money, presence);
  if (outcome === 'paid') {
    applyInvoicePayment(stripe, subscription, invoice, intent);
    stripe.emit('customer.subscription.updated', subscription);
    return true;
  }
  const tries = invoice.attempt_count + 1;
  const retry = RETRY_DAYS[tries - 1];
  Object.assign(invoice, {
    attempted: true,
    attempt_count: tries,
    next_payment_attempt: retry === undefined ? null : invoice.created + retry * DAY,
  });
  stripe.put(invoice);
  subscription.status = 'past_due';
  stripe.put(subscription);
  const asks = outcome === 'authentication';
  attachUnpaidPaymentIntent(stripe, invoice, money, outcome);
  stripe.emit(asks ? 'invoice.payment_action_required' : 'invoice.payment_failed', invoice);
  stripe.emit('customer.subscription.updated', subscription);
  if (retry === undefined) finishDunning(stripe, subscription);
  return false;
}

function finishDunning(stripe: StripeState, subscription: Stripe.Subscription): void {
  if (stripe.dunning === 'cancel') endSubscription(stripe, subscription, 'payment_failed');
  if (stripe.dunning !== 'unpaid') return;
  stripe.put(Object.assign(subscription, { status: 'unpaid' }));
  stripe.emit('customer.subscription.updated', subscription);
}

/** Stores an attempted payment that was refused, or that waits for the customer's authentication. */
export function attachUnpaidPaymentIntent(
  stripe: StripeState,
  invoice: Stripe.Invoice,
  money: Parameters<typeof buildPaymentIntentAndCharge>[1],
  outcome: CardOutcome,
): void {
  const { intent } = buildPaymentIntentAndCharge(stripe, money);
  const error = { type: 'card_error', code: 'card_declined', decline_code: outcome };
  stripe.put<Stripe.PaymentIntent>({
    ...intent,
    status: outcome === 'authentication' ? 'requires_action' : 'requires_payment_method',
    last_payment_error: outcome === 'authentication' ? null : error,
    latest_charge: null,
    amount_received: 0,
  });
  const payment = buildInvoicePayment(invoice, intent.id, stripe.now);
  invoice.payments!.data = [{ ...payment, amount_paid: null, status: 'open' }];
  stripe.put(invoice);
}

/**
 * Voids an open invoice, and discards the change of its subscription that waits for it: "the pending_update hash is
 * cleared and the associated changes are discarded" (Stripe, Pending updates reference).
 * @throws {FakeStripeError} when the invoice is not open
 */
export function voidInvoice(stripe: StripeState, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open') throw new FakeStripeError(400, 'This invoice is not open.');
  stripe.put(Object.assign(invoice, { status: 'void', next_payment_attempt: null }));
  const id = invoice.parent?.subscription_details?.subscription as string;
  const subscription = stripe.get<Stripe.Subscription>(id);
  if (subscription?.pending_update && subscription.latest_invoice === invoice.id) {
    stripe.put(Object.assign(subscription, { pending_update: null }));
    stripe.emit('customer.subscription.updated', subscription);
  }
  return invoice;
}

/**
 * Ends a subscription of the fake Stripe now.
 * @throws {FakeStripeError} when it has ended already
 */
export function endSubscription(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  if (subscription.status === 'canceled') throw createResourceMissingError(subscription.id);
  Object.assign(subscription, { status: 'canceled', ended_at: stripe.now });
  subscription.canceled_at ??= stripe.now;
  subscription.cancellation_details!.reason = reason;
  for (const invoice of stripe.list<Stripe.Invoice>('invoice'))
    if (invoice.status === 'open' && invoice.id === subscription.latest_invoice)
      stripe.put(Object.assign(invoice, { next_payment_attempt: null }));
  stripe.put(subscription);
  stripe.emit('customer.subscription.deleted', subscription);
  return subscription;
}

/**
 * Performs what was due by `now` (seconds since 1970) for the fake Stripe's customer, in order of time: renewals,
 * retries of payments and ends of subscriptions.
 */
export function runDueEvents(stripe: StripeState, now: number): void {
  for (;;) {
    const next = stripe
      .list<Stripe.Subscription>('subscription')
      .flatMap((subscription) => listDueEvents(stripe, subscription))
      .filter(({ at }) => at <= now)
      .toSorted((a, b) => a.at - b.at)[0];
    if (!next) break;
    stripe.now = next.at;
    next.act();
  }
  stripe.now = now;
}

function listDueEvents(stripe: StripeState, subscription: Stripe.Subscription) {
  if (subscription.status === 'canceled') return [];
  const end = getSubscriptionItem(subscription).current_period_end;
  const due = [{ at: end, act: () => renew(stripe, subscription) }];
  const invoice = stripe.get<Stripe.Invoice>(subscription.latest_invoice as string);
  const retry = invoice?.status === 'open' ? invoice.next_payment_attempt : null;
  if (invoice && retry)
    due.push({ at: retry, act: () => void tryToPayInvoice(stripe, invoice, PAYER_ABSENT) });
  const expiry = subscription.pending_update?.expires_at;
  if (invoice && expiry) due.push({ at: expiry, act: () => void voidInvoice(stripe, invoice) });
  return due;
}

function renew(stripe: StripeState, subscription: Stripe.Subscription): void {
  const waiting = stripe.get<Stripe.Invoice>(subscription.latest_invoice as string);
  if (subscription.pending_update && waiting) voidInvoice(stripe, waiting);
  const start = getSubscriptionItem(subscription).current_period_end;
  if (subscription.cancel_at !== null && subscription.cancel_at <= start)
    return void endSubscription(stripe, subscription, 'cancellation_requested');
  applyDueSchedulePhase(stripe, subscription);
  const item = getSubscriptionItem(subscription);
  const end = findPeriodEnd(subscription, getPriceIntervalMonths(item.price), start);
  Object.assign(item, { current_period_start: start, current_period_end: end });
  stripe.put(subscription);
  const amount = item.price.unit_amount ?? 0;
  const line = { description: item.price.product as string, amount, start, end };
  const invoice = createOpenInvoice(stripe, subscription, 'subscription_cycle', [line]);
  // "invoices continue to generate, but payments aren't attempted": they stay drafts.
  if (subscription.status === 'unpaid') stripe.put(Object.assign(invoice, { status: 'draft' }));
  else if (endDuePauseAndCheckIfPaused(stripe, subscription)) {
    stripe.put(Object.assign(invoice, { status: 'void' }));
    stripe.emit('customer.subscription.updated', subscription);
  } else tryToPayInvoice(stripe, invoice, PAYER_ABSENT);
}
