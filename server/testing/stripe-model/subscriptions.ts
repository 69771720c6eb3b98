import {
  type StripeAccount,
  DEFAULT_HABITS,
  findOrRefuse,
  HOUR_S,
  StripeRefusal,
} from './account.ts';
import { getSubscriptionIdOfInvoice, voidInvoice } from './invoices.ts';
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from './objects.ts';
import { computePeriodEndSeconds } from './periods.ts';
import { endSchedule } from './schedules.ts';
import type { TaxTerms } from './taxes.ts';

export const getStripeTreatmentOfCustomer = ({ habits }: StripeAccount, customer: string) =>
  habits.get(customer) ?? DEFAULT_HABITS;

const ENDED = new Set<Subscription['status']>(['canceled', 'incomplete_expired']);
export const isSubscriptionEnded = ({ status }: Subscription) => ENDED.has(status);

/** The only item of a subscription. */
export function getSubscriptionItem({ items, id }: Subscription): SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`Subscription ${id} has no item`);
  return item;
}

export function buildInvoiceLine(
  account: StripeAccount,
  subscription: Subscription | null,
  price: Price,
  {
    amount,
    period,
    proration = false,
    discounts = [],
  }: Pick<InvoiceLine, 'amount' | 'period'> & {
    proration?: boolean;
    discounts?: InvoiceLine['discount_amounts'];
  },
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
        subscription_item: getSubscriptionItem(subscription).id,
        proration,
      },
    },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(amount),
    },
    // "The amount of discount calculated per discount for this line item": the line's `amount` is without it.
    discount_amounts: discounts,
  };
}

interface NewSubscription {
  customer: string;
  price: Price;
  metadata: Record<string, string>;
  method: string;
  /** As the request asked; null where it did not. */
  mode: 'classic' | 'flexible' | null;
  tax: TaxTerms;
}

/** Starts a subscription whose first payment has been made; its first invoice is made by the caller. */
export function createSubscription(
  account: StripeAccount,
  { customer, price, metadata, method, mode, tax }: NewSubscription,
): Subscription {
  const base = account.make('subscriptions', 'subscription');
  const item: SubscriptionItem = {
    ...account.begin('items', 'subscription_item'),
    subscription: base.id,
    price,
    quantity: 1,
    metadata: {},
    current_period_start: base.created,
    current_period_end: computePeriodEndSeconds(base.created, base.created, price),
  };
  const subscription: Subscription = {
    ...base,
    customer,
    status: 'active',
    billing_mode: { type: mode ?? getStripeTreatmentOfCustomer(account, customer).mode },
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
    automatic_tax: { enabled: tax.isAutomatic },
    default_tax_rates: tax.rates.map((id) => ({ id })),
  };
  account.subscriptions.set(base.id, subscription);
  return subscription;
}

/**
 * Ends a subscription at once. "Canceling … sets auto_advance to false on the unpaid invoices": they are not charged any
 * more by themselves (Stripe, Cancel subscriptions). Nothing is given back by it.
 */
export function cancelSubscriptionNow(
  account: StripeAccount,
  subscription: Subscription,
  reason: string,
): void {
  if (isSubscriptionEnded(subscription))
    throw new StripeRefusal(404, `No such subscription: '${subscription.id}'`, 'resource_missing');
  subscription.status = 'canceled';
  subscription.canceled_at ??= account.now();
  subscription.ended_at = account.now();
  subscription.cancellation_details.reason = reason;
  for (const invoice of account.invoices.values())
    if (getSubscriptionIdOfInvoice(invoice) === subscription.id) {
      if (invoice.status !== 'draft' && invoice.status !== 'open') continue;
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
      if (subscription.pending_update) voidInvoice(account, invoice);
    }
  subscription.pending_update = null;
  endSchedule(account, subscription);
  account.emit('customer.subscription.deleted', subscription);
}

/** After how long a first payment or a pending update without confirmation is given up (Stripe, Pending updates). */
export const PENDING_UPDATE_LIFETIME_S = 23 * HOUR_S;

export const findSubscriptionOrRefuse = (account: StripeAccount, id: string) =>
  findOrRefuse(account.subscriptions, id, 'subscription');
