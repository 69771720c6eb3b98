import type Stripe from 'stripe';
import { createNullFields, toStripeList } from './objects.ts';
import type { StripeState } from './state.ts';
import { buildInvoiceTaxes, type TaxTerms } from './tax.ts';

export interface InvoiceTerms {
  currency: string;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  /** The price and what is deducted from it, a line each. */
  lines: { description: string; amount: number; start: number; end: number }[];
  subscription: string | null;
  tax: TaxTerms;
}

/** Builds an invoice of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildInvoice(stripe: StripeState, terms: InvoiceTerms): Stripe.Invoice {
  const { currency, reason, lines, subscription, tax } = terms;
  const id = stripe.nextId('in');
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const taxes = buildInvoiceTaxes(stripe, tax, subtotal);
  const [taxed] = taxes ?? [];
  const total = subtotal + (taxed?.tax_behavior === 'exclusive' ? taxed.amount : 0);
  return {
    ...createNullFields('account_country', 'account_name', 'account_tax_ids', 'application'),
    ...createNullFields('automatically_finalizes_at', 'custom_fields', 'customer_account'),
    ...createNullFields('customer_address', 'customer_email', 'customer_name', 'customer_phone'),
    ...createNullFields('customer_shipping', 'customer_tax_exempt', 'default_payment_method'),
    ...createNullFields(
      'default_source',
      'description',
      'due_date',
      'effective_at',
      'ending_balance',
    ),
    ...createNullFields(
      'footer',
      'from_invoice',
      'last_finalization_error',
      'latest_revision',
      'metadata',
    ),
    ...createNullFields('next_payment_attempt', 'on_behalf_of', 'receipt_number', 'rendering'),
    ...createNullFields('shipping_cost', 'shipping_details', 'statement_descriptor', 'test_clock'),
    ...createNullFields('subtotal_excluding_tax', 'total_discount_amounts'),
    ...createNullFields('total_pretax_credit_amounts', 'webhooks_delivered_at'),
    id,
    object: 'invoice',
    amount_due: Math.max(0, total),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    automatic_tax: {
      enabled: tax.isAutomatic,
      ...createNullFields('disabled_reason', 'liability', 'provider'),
      status: tax.isAutomatic ? 'complete' : null,
    },
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: stripe.now,
    currency,
    customer: `cus_${stripe.key}`,
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    lines: toStripeList(
      lines.map((line, index) => buildLine(id, index, line, { currency, subscription })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    number: `TEST-${id.split('_').pop()}`,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: null, subscription },
          type: 'subscription_details',
        }
      : null,
    payment_settings: createNullFields(
      'default_mandate',
      'payment_method_options',
      'payment_method_types',
    ),
    payments: toStripeList([], `/v1/invoice_payments`),
    period_end: stripe.now,
    period_start: stripe.now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'open',
    status_transitions: {
      finalized_at: stripe.now,
      ...createNullFields('marked_uncollectible_at', 'paid_at', 'voided_at'),
    },
    subtotal,
    total,
    total_excluding_tax: total - (taxed?.amount ?? 0),
    total_taxes: taxes,
  };
}

function buildLine(
  invoice: string,
  index: number,
  { description, amount, start, end }: InvoiceTerms['lines'][number],
  { currency, subscription }: { currency: string; subscription: string | null },
): Stripe.InvoiceLineItem {
  return {
    ...createNullFields(
      'discount_amounts',
      'parent',
      'pretax_credit_amounts',
      'pricing',
      'quantity',
    ),
    ...createNullFields('quantity_decimal', 'taxes'),
    id: `il_${invoice.slice(3)}_${index}`,
    object: 'line_item',
    amount,
    currency,
    description,
    discountable: false,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    period: { start, end },
    subscription,
    subtotal: amount,
  };
}

/** Builds a successful payment and its charge as Stripe's API returns them; does not store them. */
export function buildPaymentIntentAndCharge(
  stripe: StripeState,
  { amount, currency, paymentMethod }: { amount: number; currency: string; paymentMethod: string },
): { intent: Stripe.PaymentIntent; charge: Stripe.Charge } {
  const common = { created: stripe.now, currency, customer: `cus_${stripe.key}`, livemode: false };
  const intentId = stripe.nextId('pi');
  const chargeId = intentId.replace('pi_', 'ch_');
  const intent: Stripe.PaymentIntent = {
    ...createNullFields('allowed_payment_method_types', 'application', 'application_fee_amount'),
    ...createNullFields(
      'automatic_payment_methods',
      'canceled_at',
      'cancellation_reason',
      'client_secret',
    ),
    ...createNullFields('customer_account', 'description', 'excluded_payment_method_types'),
    ...createNullFields('last_payment_error', 'managed_payments', 'next_action', 'on_behalf_of'),
    ...createNullFields(
      'payment_method_configuration_details',
      'payment_method_options',
      'payment_record',
    ),
    ...createNullFields(
      'processing',
      'receipt_email',
      'review',
      'setup_future_usage',
      'shipping',
      'source',
    ),
    ...createNullFields('statement_descriptor', 'statement_descriptor_suffix', 'transfer_group'),
    ...common,
    id: intentId,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: amount,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    latest_charge: chargeId,
    metadata: {},
    payment_method: paymentMethod,
    payment_method_types: ['card'],
    status: 'succeeded',
  };
  const charge: Stripe.Charge = {
    ...createNullFields(
      'application',
      'application_fee',
      'application_fee_amount',
      'balance_transaction',
    ),
    ...createNullFields(
      'calculated_statement_descriptor',
      'description',
      'failure_balance_transaction',
    ),
    ...createNullFields(
      'failure_code',
      'failure_message',
      'fraud_details',
      'on_behalf_of',
      'outcome',
    ),
    ...createNullFields(
      'payment_method_details',
      'receipt_email',
      'receipt_number',
      'receipt_url',
      'review',
    ),
    ...createNullFields('shipping', 'source', 'source_transfer', 'statement_descriptor'),
    ...createNullFields('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    ...common,
    id: chargeId,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    billing_details: createNullFields('address', 'email', 'name', 'phone', 'tax_id'),
    captured: true,
    disputed: false,
    metadata: {},
    paid: true,
    payment_intent: intentId,
    payment_method: paymentMethod,
    refunded: false,
    status: 'succeeded',
  };
  return { intent, charge };
}

/** Builds a refund of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildRefund(
  stripe: StripeState,
  charge: Stripe.Charge,
  amount: number,
): Stripe.Refund {
  return {
    ...createNullFields(
      'balance_transaction',
      'customer_account',
      'metadata',
      'payment_method',
      'reason',
    ),
    ...createNullFields('receipt_number', 'source_transfer_reversal', 'transfer_reversal'),
    id: stripe.nextId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: stripe.now,
    currency: charge.currency,
    customer: `cus_${stripe.key}`,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  };
}

/** Builds a dispute of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildDispute(stripe: StripeState, charge: Stripe.Charge): Stripe.Dispute {
  return {
    ...createNullFields('intended_submission_method'),
    id: stripe.nextId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: stripe.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    // What one side says to the other in a dispute is nothing that Envol reads.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: stripe.now + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}
