/**
 * The objects of Stripe's API 2026-10-28.endive as far as the model knows them. Their shapes follow the examples that
 * Stripe publishes with its OpenAPI description; a reference to another object is its id, which `expand` replaces.
 * Amounts are minor units, instants are seconds since 1970.
 */
import type { SubscriptionStatus } from './subscription-status.ts';
import type { TotalTax } from './taxes.ts';

export type Metadata = Record<string, string>;
export interface StripeObject<Name extends string> {
  id: string;
  object: Name;
  created: number;
  livemode: true;
}

export interface Customer extends StripeObject<'customer'> {
  email: string | null;
  name: string | null;
  metadata: Metadata;
  balance: number;
  currency: string | null;
  delinquent: boolean;
  invoice_settings: { default_payment_method: string | null };
  deleted?: true;
}

/**
 * What a card does when it is charged; a bank may change its mind. `asks` wants the owner's confirmation (3-D Secure);
 * `hangs` and `bounces` are bank debits, which come or fail days later.
 */
export type CardBehaviour = 'pays' | 'declines' | 'asks' | 'hangs' | 'bounces';

export interface PaymentMethod extends StripeObject<'payment_method'> {
  type: 'card' | 'sepa_debit';
  customer: string | null;
  card?: { brand: string; last4: string; exp_month: number; exp_year: number };
  metadata: Metadata;
}

export interface Product extends StripeObject<'product'> {
  name: string;
  active: boolean;
  metadata: Metadata;
}

export interface Price extends StripeObject<'price'> {
  active: boolean;
  currency: string;
  unit_amount: number;
  unit_amount_decimal: string;
  product: string;
  lookup_key: string | null;
  metadata: Metadata;
  type: 'recurring' | 'one_time';
  recurring: { interval: 'month' | 'year'; interval_count: number; usage_type: 'licensed' } | null;
}

export interface LineItem {
  id: string;
  object: 'item';
  price: Price;
  quantity: number;
  amount_subtotal: number;
  amount_discount: number;
  amount_total: number;
  currency: string;
  description: string;
}

export interface CheckoutSession extends StripeObject<'checkout.session'> {
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  customer: string | null;
  client_reference_id: string | null;
  metadata: Metadata;
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
  automatic_tax: { enabled: boolean };
  expires_at: number;
  url: string | null;
  success_url: string | null;
  cancel_url: string | null;
  subscription: string | null;
  payment_intent: string | null;
  invoice: string | null;
  discounts: { coupon: string; promotion_code: string | null }[];
  allow_promotion_codes: boolean | null;
  payment_method_types: string[];
}

export interface SubscriptionItem extends Omit<StripeObject<'subscription_item'>, 'livemode'> {
  subscription: string;
  price: Price;
  quantity: number;
  metadata: Metadata;
  current_period_start: number;
  current_period_end: number;
}

export interface Subscription extends StripeObject<'subscription'> {
  customer: string;
  status: SubscriptionStatus;
  billing_mode: { type: 'classic' | 'flexible' };
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_details: { comment: string | null; feedback: null; reason: string | null };
  collection_method: 'charge_automatically';
  currency: string;
  default_payment_method: string | null;
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string };
  latest_invoice: string | null;
  metadata: Metadata;
  pause_collection: {
    behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void';
    resumes_at: number | null;
  } | null;
  pending_update: {
    expires_at: number;
    subscription_items: { price: string }[] | null;
    billing_cycle_anchor: number | null;
  } | null;
  schedule: string | null;
  start_date: number;
  trial_end: null;
  discounts: string[];
  automatic_tax: { enabled: boolean };
  default_tax_rates: { id: string }[];
}

export interface InvoiceLine {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string;
  period: { start: number; end: number };
  quantity: number;
  parent: null | {
    type: 'subscription_item_details';
    subscription_item_details: {
      subscription: string;
      subscription_item: string;
      proration: boolean;
    };
  };
  pricing: {
    type: 'price_details';
    price_details: { price: string; product: string };
    unit_amount_decimal: string;
  };
  discount_amounts: { amount: number; discount: string }[];
}

export interface Invoice extends StripeObject<'invoice'> {
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  number: string | null;
  currency: string;
  subtotal: number;
  total_discount_amounts: { amount: number; discount: string }[];
  total: number;
  /** Null where no tax was computed. */
  total_taxes: TotalTax[] | null;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  next_payment_attempt: number | null;
  hosted_invoice_url: string | null;
  /** Null where a Checkout Session in payment mode made the invoice. */
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string; metadata: Metadata };
  } | null;
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string };
  period_start: number;
  period_end: number;
  metadata: Metadata;
  status_transitions: {
    finalized_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
    marked_uncollectible_at: number | null;
  };
}

export interface InvoicePayment extends StripeObject<'invoice_payment'> {
  invoice: string;
  amount_requested: number;
  amount_paid: number | null;
  currency: string;
  is_default: boolean;
  status: 'open' | 'paid' | 'canceled';
  payment: { type: 'payment_intent'; payment_intent: string };
  status_transitions: { canceled_at: number | null; paid_at: number | null };
}

export interface PaymentIntent extends StripeObject<'payment_intent'> {
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  latest_charge: string | null;
  metadata: Metadata;
  payment_method: string | null;
  payment_method_types: string[];
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string } | null;
  next_action: { type: 'use_stripe_sdk' } | null;
}

export interface Charge extends StripeObject<'charge'> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  currency: string;
  customer: string | null;
  disputed: boolean;
  failure_code: string | null;
  metadata: Metadata;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: string; card?: { brand: string; last4: string } };
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
}

export interface Refund extends Omit<StripeObject<'refund'>, 'livemode'> {
  amount: number;
  charge: string;
  currency: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'pending' | 'failed' | 'canceled';
  failure_reason?: string;
}

export interface CreditNote extends StripeObject<'credit_note'> {
  invoice: string;
  customer: string;
  amount: number;
  currency: string;
  type: 'post_payment';
  status: 'issued';
  /** What goes back to the card. */
  refunds: { refund: string; amount_refunded: number }[];
  /** What goes to the customer's balance. */
  customer_balance_transaction: string | null;
}

export interface Dispute extends StripeObject<'dispute'> {
  amount: number;
  charge: string;
  currency: string;
  payment_intent: string;
  reason: string;
  status:
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'warning_needs_response'
    | 'warning_closed';
  is_charge_refundable: boolean;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  metadata: Metadata;
}

export interface PortalSession extends StripeObject<'billing_portal.session'> {
  customer: string;
  return_url: string | null;
  url: string;
}

export interface StripeEvent extends StripeObject<'event'> {
  type: string;
  api_version: string;
  data: { object: object };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
}
