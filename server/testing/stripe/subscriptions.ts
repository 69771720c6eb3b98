import type Stripe from 'stripe';
import { FixtureError, createMissingError } from './errors.ts';
import {
  buildPrice,
  buildSubscription,
  buildSubscriptionItem,
  type PriceTerms,
} from './objects.ts';
import {
  buildInvoice,
  buildInvoicePayment,
  buildPayment,
  type InvoiceTerms,
} from './payment-objects.ts';
import { ABSENT, type Presence, takePayment, toCardError } from './payments.ts';
import type { World } from './world.ts';

const DAY = 86_400;
/** Days after the first attempt on which a failed renewal is tried again; after the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

/** Adds months to an instant in seconds: the same day, or the last one of a shorter month. */
export function addMonths(at: number, months: number): number {
  const start = new Date(at * 1000);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end.getTime() / 1000;
}

const monthsOf = ({ recurring }: Stripe.Price) => (recurring?.interval === 'year' ? 12 : 1);

/** Returns the one item of a subscription. */
export function getItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw createMissingError(`item of ${subscription.id}`);
  return item;
}

/** Finds the end of the period that begins where one ended: a whole number of intervals after the anchor. */
function findPeriodEnd(
  { billing_cycle_anchor: anchor }: Stripe.Subscription,
  months: number,
  start: number,
) {
  for (let count = 1; ; count++) {
    const end = addMonths(anchor, months * count);
    if (end > start) return end;
  }
}

interface Purchase {
  terms: PriceTerms;
  firstAmount: number;
  paymentMethod: string;
  metadata: Record<string, string>;
}

/**
 * Starts a subscription and takes its first payment.
 * @throws {FixtureError} when the bank refuses; no subscription is stored then
 */
export function startSubscription(world: World, purchase: Purchase, presence: Presence) {
  const { terms, firstAmount, paymentMethod, metadata } = purchase;
  const { outcome, intent } = takePayment(
    world,
    { amount: firstAmount, currency: terms.currency, paymentMethod },
    presence,
  );
  if (outcome !== 'paid') throw toCardError(outcome);
  const price = world.put(buildPrice(world, terms));
  const end = addMonths(world.now, monthsOf(price));
  const subscription = world.put(buildSubscription(world, price, { end, paymentMethod, metadata }));
  const line = { description: terms.product, amount: firstAmount, start: world.now, end };
  const invoice = openInvoice(world, subscription, 'subscription_create', [line]);
  settleInvoice(world, subscription, invoice, intent);
  world.emit('customer.subscription.created', subscription);
  return { subscription, invoice };
}

function openInvoice(
  world: World,
  subscription: Stripe.Subscription,
  reason: InvoiceTerms['reason'],
  lines: InvoiceTerms['lines'],
): Stripe.Invoice {
  const terms = { currency: subscription.currency, reason, lines, subscription: subscription.id };
  const invoice = world.put(buildInvoice(world, terms));
  subscription.latest_invoice = invoice.id;
  world.put(subscription);
  return invoice;
}

function settleInvoice(
  world: World,
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
  invoice.status_transitions.paid_at = world.now;
  if (intent) invoice.payments!.data = [buildInvoicePayment(invoice, intent.id, world.now)];
  world.put(invoice);
  subscription.status = 'active';
  world.put(subscription);
  world.emit('invoice.paid', invoice);
}

/**
 * Tries to pay an invoice of a subscription; returns whether it was paid. A failure makes the subscription `past_due`
 * and plans the next attempt; after the last one it ends.
 */
export function payInvoice(world: World, invoice: Stripe.Invoice, presence: Presence): boolean {
  const id = invoice.parent?.subscription_details?.subscription as string;
  const subscription = world.get<Stripe.Subscription>(id)!;
  const paymentMethod = subscription.default_payment_method as string;
  const money = { amount: invoice.amount_due, currency: invoice.currency, paymentMethod };
  const { outcome, intent } = takePayment(world, money, presence);
  if (outcome === 'paid') {
    settleInvoice(world, subscription, invoice, intent);
    world.emit('customer.subscription.updated', subscription);
    return true;
  }
  const tries = invoice.attempt_count + 1;
  const retry = RETRY_DAYS[tries - 1];
  Object.assign(invoice, {
    attempted: true,
    attempt_count: tries,
    next_payment_attempt: retry === undefined ? null : invoice.created + retry * DAY,
  });
  world.put(invoice);
  subscription.status = 'past_due';
  world.put(subscription);
  const asks = outcome === 'authentication';
  if (asks) attachWaitingPayment(world, invoice, money);
  world.emit(asks ? 'invoice.payment_action_required' : 'invoice.payment_failed', invoice);
  world.emit('customer.subscription.updated', subscription);
  if (retry === undefined) endSubscription(world, subscription, 'payment_failed');
  return false;
}

/** Stores a payment that waits for the customer's authentication. */
function attachWaitingPayment(
  world: World,
  invoice: Stripe.Invoice,
  money: Parameters<typeof buildPayment>[1],
): void {
  const { intent } = buildPayment(world, money);
  const waiting = { status: 'requires_action', latest_charge: null, amount_received: 0 } as const;
  world.put<Stripe.PaymentIntent>({ ...intent, ...waiting });
  const payment = buildInvoicePayment(invoice, intent.id, world.now);
  invoice.payments!.data = [{ ...payment, amount_paid: null, status: 'open' }];
  world.put(invoice);
}

/**
 * Ends a subscription now.
 * @throws {FixtureError} when it has ended already
 */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  if (subscription.status === 'canceled') throw createMissingError(subscription.id);
  Object.assign(subscription, { status: 'canceled', ended_at: world.now });
  subscription.canceled_at ??= world.now;
  subscription.cancellation_details!.reason = reason;
  for (const invoice of world.list<Stripe.Invoice>('invoice'))
    if (invoice.status === 'open' && invoice.id === subscription.latest_invoice)
      world.put(Object.assign(invoice, { next_payment_attempt: null }));
  world.put(subscription);
  world.emit('customer.subscription.deleted', subscription);
  return subscription;
}

/** Performs what was due until `now` (seconds), in order of time: renewals, retries and ends of subscriptions. */
export function runDueEvents(world: World, now: number): void {
  for (;;) {
    const next = world
      .list<Stripe.Subscription>('subscription')
      .flatMap((subscription) => findDue(world, subscription))
      .filter(({ at }) => at <= now)
      .toSorted((a, b) => a.at - b.at)[0];
    if (!next) break;
    world.now = next.at;
    next.act();
  }
  world.now = now;
}

function findDue(world: World, subscription: Stripe.Subscription) {
  if (subscription.status === 'canceled') return [];
  const end = getItem(subscription).current_period_end;
  const due = [{ at: end, act: () => renew(world, subscription) }];
  const invoice = world.get<Stripe.Invoice>(subscription.latest_invoice as string);
  const retry = invoice?.status === 'open' ? invoice.next_payment_attempt : null;
  if (invoice && retry) due.push({ at: retry, act: () => void payInvoice(world, invoice, ABSENT) });
  return due;
}

function renew(world: World, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end)
    return void endSubscription(world, subscription, 'cancellation_requested');
  const item = getItem(subscription);
  const start = item.current_period_end;
  const end = findPeriodEnd(subscription, monthsOf(item.price), start);
  Object.assign(item, { current_period_start: start, current_period_end: end });
  world.put(subscription);
  const amount = item.price.unit_amount ?? 0;
  const line = { description: item.price.product as string, amount, start, end };
  const invoice = openInvoice(world, subscription, 'subscription_cycle', [line]);
  payInvoice(world, invoice, ABSENT);
}

/**
 * Computes the invoice lines of a change of price now: the time unused from `until` (seconds), deducted, and the new
 * price. `end` is the end of the new period.
 * @throws {FixtureError} when the last period is not paid
 */
export function computeChange(
  world: World,
  subscription: Stripe.Subscription,
  terms: PriceTerms,
  until: number,
) {
  const item = getItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const latest = world.get<Stripe.Invoice>(subscription.latest_invoice as string);
  if (latest?.status !== 'paid')
    throw new FixtureError(400, 'The last period of this subscription is not paid.');
  const paid = latest.lines.data.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  const unused = Math.round((paid * (end - until)) / (end - start));
  const newEnd = addMonths(world.now, terms.interval === 'year' ? 12 : 1);
  return {
    end: newEnd,
    lines: [
      { description: 'Unused time', amount: -unused, start: world.now, end },
      { description: terms.product, amount: terms.amount, start: world.now, end: newEnd },
    ],
  };
}

/**
 * Changes the price of a subscription, with a new period that begins now, and takes the difference.
 * @throws {FixtureError} when the bank refuses (`error_if_incomplete`); nothing is changed then
 */
export function changePrice(
  world: World,
  subscription: Stripe.Subscription,
  terms: PriceTerms,
  until: number,
) {
  const { lines, end } = computeChange(world, subscription, terms, until);
  const total = Math.max(
    0,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  );
  const paymentMethod = subscription.default_payment_method as string;
  const money = { amount: total, currency: subscription.currency, paymentMethod };
  const { outcome, intent } =
    total > 0 ? takePayment(world, money, ABSENT) : { outcome: 'paid' as const, intent: null };
  if (outcome !== 'paid') throw toCardError(outcome);
  const price = world.put(buildPrice(world, terms));
  const period = { start: world.now, end, id: getItem(subscription).id };
  subscription.items.data = [buildSubscriptionItem(subscription.id, price, period)];
  subscription.billing_cycle_anchor = world.now;
  const invoice = openInvoice(world, subscription, 'subscription_update', lines);
  settleInvoice(world, subscription, invoice, intent);
  world.emit('customer.subscription.updated', subscription);
}
