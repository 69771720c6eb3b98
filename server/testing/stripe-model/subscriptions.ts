import { type Account, COMMON_HABITS, find, HOUR, StripeRefusal } from './account.ts';
import {
  collect,
  createInvoice,
  findInvoiceIntent,
  finalizeInvoice,
  nextAttempt,
  subscriptionOf,
  voidInvoice,
} from './invoices.ts';
import type { Invoice, InvoiceLine, Price, Subscription, SubscriptionItem } from './objects.ts';
import type { Outcome } from './payments.ts';
import { findPeriodEnd } from './periods.ts';

const habitsOf = ({ habits }: Account, customer: string) => habits.get(customer) ?? COMMON_HABITS;

const ENDED = new Set<Subscription['status']>(['canceled', 'incomplete_expired']);
export const isOver = ({ status }: Subscription) => ENDED.has(status);

/** The only item of a subscription. */
export function itemOf({ items, id }: Subscription): SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`Subscription ${id} has no item`);
  return item;
}

export function describeLine(
  account: Account,
  subscription: Subscription | null,
  price: Price,
  {
    amount,
    period,
    proration = false,
  }: Pick<InvoiceLine, 'amount' | 'period'> & { proration?: boolean },
): InvoiceLine {
  return {
    id: account.makeId('lines'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: proration ? 'Unused time' : '1 × pass',
    period,
    quantity: 1,
    parent: subscription && {
      type: 'subscription_item_details',
      subscription_item_details: {
        subscription: subscription.id,
        subscription_item: itemOf(subscription).id,
        proration,
      },
    },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(amount),
    },
    discount_amounts: [],
  };
}

interface NewSubscription {
  customer: string;
  price: Price;
  metadata: Record<string, string>;
  method: string;
  /** As the request asked; null where it did not. */
  mode: 'classic' | 'flexible' | null;
}

/** Starts a subscription whose first payment has been made; its first invoice is made by the caller. */
export function createSubscription(
  account: Account,
  { customer, price, metadata, method, mode }: NewSubscription,
): Subscription {
  const base = account.make('subscriptions', 'subscription');
  const item: SubscriptionItem = {
    ...account.make('items', 'subscription_item'),
    subscription: base.id,
    price,
    quantity: 1,
    metadata: {},
    current_period_start: base.created,
    current_period_end: findPeriodEnd(base.created, base.created, price),
  };
  const subscription: Subscription = {
    ...base,
    customer,
    status: 'active',
    billing_mode: { type: mode ?? habitsOf(account, customer).mode },
    billing_cycle_anchor: base.created,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: price.currency,
    default_payment_method: method,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${base.id}`,
    },
    latest_invoice: null,
    metadata,
    pause_collection: null,
    pending_update: null,
    schedule: null,
    start_date: base.created,
    trial_end: null,
    discounts: [],
  };
  account.subscriptions.set(base.id, subscription);
  scheduleCycle(account, subscription);
  return subscription;
}

/** Has Stripe look at the subscription at the end of its period, and at the instant of a planned end. */
export function scheduleCycle(account: Account, subscription: Subscription): void {
  const { current_period_end } = itemOf(subscription);
  const at = Math.min(current_period_end, subscription.cancel_at ?? Infinity);
  account.schedule(at, () => {
    if (isOver(subscription)) return;
    const { cancel_at } = subscription;
    if (cancel_at !== null && cancel_at <= account.now())
      return cancelNow(account, subscription, 'cancellation_requested');
    if (itemOf(subscription).current_period_end <= account.now()) renew(account, subscription);
  });
}

/**
 * Begins the next period. The subscription says so at once, and stays active: its invoice is a draft "for approximately
 * one hour" before it is finalised and charged (Stripe, Subscription invoices). That the period in the object is not paid
 * yet surprises many. While a subscription is unpaid, "invoices are generated … as drafts" (Stripe, How subscriptions work).
 */
function renew(account: Account, subscription: Subscription): void {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  item.current_period_start = start;
  item.current_period_end = findPeriodEnd(subscription.billing_cycle_anchor, start, item.price);
  const invoice = createInvoice(account, subscription, {
    reason: 'subscription_cycle',
    lines: [
      describeLine(account, subscription, item.price, {
        amount: item.price.unit_amount,
        period: { start, end: item.current_period_end },
      }),
    ],
    period: { start, end: start },
  });
  account.emit('customer.subscription.updated', subscription);
  scheduleCycle(account, subscription);
  if (subscription.status === 'unpaid') return;
  const { draftTime } = habitsOf(account, subscription.customer);
  invoice.automatically_finalizes_at = account.now() + draftTime;
  account.schedule(invoice.automatically_finalizes_at, () => {
    if (invoice.status !== 'draft' || !invoice.auto_advance) return;
    finalizeInvoice(account, invoice);
    collectRenewal(account, subscription, invoice);
  });
}

/** Charges a renewal, and plans the next attempt or what the operator has chosen for the last one. */
export function collectRenewal(
  account: Account,
  subscription: Subscription,
  invoice: Invoice,
  isConfirmed = false,
): Outcome {
  const outcome = collect(account, invoice, isConfirmed);
  if (outcome === 'succeeded') reviveIfPaid(account, subscription, invoice);
  if (outcome !== 'declined' && outcome !== 'requires_action') return outcome;
  const again = nextAttempt(account, invoice);
  invoice.next_payment_attempt = again;
  if (!isOver(subscription) && subscription.status !== 'unpaid') {
    subscription.status = 'past_due';
    account.emit('customer.subscription.updated', subscription);
  }
  if (again !== null && again > account.now())
    account.schedule(again, () => {
      if (invoice.status === 'open' && invoice.auto_advance && !isOver(subscription))
        collectRenewal(account, subscription, invoice);
    });
  else if (invoice.next_payment_attempt === null) endDunning(account, subscription);
  return outcome;
}

/** "Active: the most recent invoice has been paid" (Stripe, How subscriptions work). */
export function reviveIfPaid(account: Account, subscription: Subscription, invoice: Invoice): void {
  if (isOver(subscription) || subscription.latest_invoice !== invoice.id) return;
  if (subscription.status === 'active') return;
  subscription.status = 'active';
  account.emit('customer.subscription.updated', subscription);
}

function endDunning(account: Account, subscription: Subscription): void {
  const chosen = habitsOf(account, subscription.customer).dunning;
  if (chosen === 'cancel') cancelNow(account, subscription, 'payment_failed');
  if (chosen === 'unpaid' && !isOver(subscription)) {
    subscription.status = 'unpaid';
    account.emit('customer.subscription.updated', subscription);
  }
}

/**
 * Ends a subscription at once. "Canceling … sets auto_advance to false on the unpaid invoices": they are not charged any
 * more by themselves (Stripe, Cancel subscriptions). Nothing is given back by it.
 */
export function cancelNow(account: Account, subscription: Subscription, reason: string): void {
  if (isOver(subscription))
    throw new StripeRefusal(404, `No such subscription: '${subscription.id}'`, 'resource_missing');
  subscription.status = 'canceled';
  subscription.canceled_at ??= account.now();
  subscription.ended_at = account.now();
  subscription.cancellation_details.reason = reason;
  for (const invoice of account.invoices.values())
    if (subscriptionOf(invoice) === subscription.id) {
      if (invoice.status !== 'draft' && invoice.status !== 'open') continue;
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
      if (subscription.pending_update) voidInvoice(account, invoice);
    }
  subscription.pending_update = null;
  account.emit('customer.subscription.deleted', subscription);
}

/**
 * Has a subscription end with its period, or go on. Classic: "cancel_at_period_end is true, cancel_at is the
 * current_period_end timestamp" (Stripe, Compare classic and flexible billing mode). `byTimestamp` is how the portal does
 * it in flexible mode: "cancel_at_period_end is false, cancel_at is the max current_period_end".
 */
export function planEnd(
  account: Account,
  subscription: Subscription,
  ends: boolean,
  byTimestamp = false,
): void {
  if (isOver(subscription))
    throw new StripeRefusal(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  const { current_period_end } = itemOf(subscription);
  subscription.cancel_at_period_end = ends && !byTimestamp;
  subscription.cancel_at = ends ? current_period_end : null;
  subscription.canceled_at = ends ? account.now() : null;
  subscription.cancellation_details.reason = ends ? 'cancellation_requested' : null;
  scheduleCycle(account, subscription);
  account.emit('customer.subscription.updated', subscription);
}

/** Pays the open invoice of a subscription by hand, as its owner does on Stripe's page. */
export function payOpenInvoice(account: Account, subscription: Subscription): Outcome | null {
  const invoice = [...account.invoices.values()].findLast(
    (one) => one.status === 'open' && subscriptionOf(one) === subscription.id,
  );
  if (!invoice || isOver(subscription)) return null;
  const intent = findInvoiceIntent(account, invoice.id);
  if (intent?.status === 'processing') return null;
  return invoice.id === subscription.latest_invoice && !subscription.pending_update
    ? collectRenewal(account, subscription, invoice, true)
    : collect(account, invoice, true);
}

/** After how long a first payment or a pending update that nobody confirmed is given up (Stripe, Pending updates). */
export const PENDING_TIME = 23 * HOUR;

export const findSubscription = (account: Account, id: string) =>
  find(account.subscriptions, id, 'subscription');
