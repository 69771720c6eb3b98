import type Stripe from 'stripe';
import { TEST_CARDS, type TestCard } from './cards.ts';
import type { StripeState } from './state.ts';
import { buildTaxFields, type TaxTerms } from './tax.ts';

// Every object has all the fields that the SDK's types require, so that the types hold the fake to Stripe's shapes.
// What Envol never uses is null.

/** Returns an object with these field names, each with the value null. */
export function createNullFields<Name extends string>(...names: Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

/** Builds a customer of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildCustomer(
  stripe: StripeState,
  { email, metadata }: { email: string | null; metadata: Record<string, string> },
): Stripe.Customer {
  return {
    ...createNullFields('default_source', 'description', 'shipping'),
    id: `cus_${stripe.key}`,
    object: 'customer',
    balance: 0,
    created: stripe.now,
    email,
    invoice_settings: {
      ...createNullFields('custom_fields', 'default_payment_method', 'footer', 'rendering_options'),
    },
    livemode: false,
    metadata,
  };
}

/** Builds a payment method of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildPaymentMethod(stripe: StripeState, card: TestCard): Stripe.PaymentMethod {
  const expiry = new Date((stripe.now + 3 * 365 * 86_400) * 1000);
  return {
    ...createNullFields('customer_account'),
    id: stripe.nextId('pm'),
    object: 'payment_method',
    billing_details: createNullFields('address', 'email', 'name', 'phone', 'tax_id'),
    card: {
      ...createNullFields(
        'checks',
        'country',
        'generated_from',
        'networks',
        'regulated_status',
        'wallet',
      ),
      three_d_secure_usage: { supported: true },
      brand: 'visa',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: expiry.getUTCFullYear(),
      funding: 'credit',
      last4: TEST_CARDS[card].number.slice(-4),
    },
    created: stripe.now,
    customer: `cus_${stripe.key}`,
    livemode: false,
    // Ours: which of the test cards it is.
    metadata: { test_card: card },
    type: 'card',
  };
}

export interface PriceTerms {
  currency: string;
  amount: number;
  interval: 'month' | 'year' | null;
  product: string;
}

/** Builds a price of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildPrice(stripe: StripeState, terms: PriceTerms): Stripe.Price {
  const { currency, amount, interval, product } = terms;
  return {
    ...createNullFields(
      'custom_unit_amount',
      'lookup_key',
      'nickname',
      'tax_behavior',
      'tiers_mode',
    ),
    ...createNullFields('transform_quantity', 'unit_amount_decimal'),
    id: stripe.nextId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: stripe.now,
    currency,
    livemode: false,
    metadata: {},
    product,
    recurring: interval && {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    type: interval ? 'recurring' : 'one_time',
    unit_amount: amount,
  };
}

/** Builds the older form of a price, which items of subscriptions still carry. */
function buildPlan({ id, created, currency, unit_amount, recurring }: Stripe.Price): Stripe.Plan {
  return {
    ...createNullFields('amount_decimal', 'metadata', 'meter', 'nickname', 'product', 'tiers_mode'),
    ...createNullFields('transform_usage', 'trial_period_days'),
    id,
    object: 'plan',
    active: true,
    amount: unit_amount,
    billing_scheme: 'per_unit',
    created,
    currency,
    interval: recurring?.interval ?? 'month',
    interval_count: 1,
    livemode: false,
    usage_type: 'licensed',
  };
}

/** Builds a subscription item of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildSubscriptionItem(
  subscription: string,
  price: Stripe.Price,
  { start, end, id }: { start: number; end: number; id: string },
): Stripe.SubscriptionItem {
  return {
    ...createNullFields('billing_thresholds', 'current_trial', 'tax_rates'),
    id,
    object: 'subscription_item',
    created: start,
    current_period_end: end,
    current_period_start: start,
    discounts: [],
    metadata: {},
    plan: buildPlan(price),
    price,
    quantity: 1,
    subscription,
  };
}

/** Builds a subscription of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildSubscription(
  stripe: StripeState,
  price: Stripe.Price,
  paid: {
    end: number;
    tax: TaxTerms;
    paymentMethod: string | null;
    metadata: Record<string, string>;
  },
): Stripe.Subscription {
  const id = stripe.nextId('sub');
  const item = buildSubscriptionItem(id, price, {
    start: stripe.now,
    end: paid.end,
    id: `si_${id.slice(4)}`,
  });
  return {
    ...createNullFields('application', 'application_fee_percent', 'billing_cycle_anchor_config'),
    ...createNullFields('billing_thresholds', 'cancel_at', 'canceled_at', 'customer_account'),
    ...createNullFields(
      'days_until_due',
      'default_source',
      'description',
      'ended_at',
      'latest_invoice',
    ),
    ...createNullFields('managed_payments', 'next_pending_invoice_item_invoice', 'on_behalf_of'),
    ...createNullFields('pause_collection', 'payment_settings', 'pending_invoice_item_interval'),
    ...createNullFields(
      'pending_setup_intent',
      'pending_update',
      'schedule',
      'test_clock',
      'transfer_data',
    ),
    ...createNullFields('trial_end', 'trial_settings', 'trial_start'),
    id,
    object: 'subscription',
    ...buildTaxFields(paid.tax),
    billing_cycle_anchor: stripe.now,
    billing_mode: { type: 'flexible', flexible: null },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: createNullFields('comment', 'feedback', 'feedback_option', 'reason'),
    collection_method: 'charge_automatically',
    created: stripe.now,
    currency: price.currency,
    customer: `cus_${stripe.key}`,
    default_payment_method: paid.paymentMethod,
    discounts: [],
    invoice_settings: {
      ...createNullFields('account_tax_ids', 'custom_fields', 'description', 'footer'),
      issuer: { type: 'self' },
    },
    items: toStripeList([item], '/v1/subscription_items'),
    livemode: false,
    metadata: paid.metadata,
    start_date: stripe.now,
    status: 'active',
  };
}

/** Returns items as one page of a list in Stripe's reply format. */
export function toStripeList<T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: hasMore, url };
}
