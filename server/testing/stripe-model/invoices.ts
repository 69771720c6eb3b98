import { type StripeAccount, DAY_S, findOrRefuse } from './account.ts';
import type { Invoice, InvoiceLine, PaymentIntent, Subscription } from './objects.ts';
import { computeTotalTaxes, NO_TAX, type TaxTerms } from './taxes.ts';
import { attemptCharge, createPaymentIntent, type ChargeOutcome } from './payments.ts';

/** The failed renewals that Stripe tries again: here a fixed week of Smart Retries, days after the first attempt. */
const RETRY_DAYS = [3, 5, 7, 7];

interface NewInvoice {
  reason: Invoice['billing_reason'];
  lines: InvoiceLine[];
  period: { start: number; end: number };
  /** How its tax is computed; as its subscription says where it is of one. */
  tax?: TaxTerms;
}

/** The id of the subscription that an invoice is of. */
export const getSubscriptionIdOfInvoice = ({ parent }: Invoice) =>
  parent?.subscription_details.subscription;

type Payer = Pick<Subscription, 'customer' | 'currency'> & Partial<Subscription>;

const readTaxOfPayer = ({ automatic_tax, default_tax_rates: rates }: Payer): TaxTerms | null =>
  automatic_tax && rates
    ? { isAutomatic: automatic_tax.enabled, rates: rates.map(({ id }) => id) }
    : null;

/** Makes an invoice of a subscription, or of what was bought once. */
export function createInvoice(
  account: StripeAccount,
  payer: Payer,
  { reason, lines, period, tax = NO_TAX }: NewInvoice,
): Invoice {
  const base = account.make('invoices', 'invoice');
  // "The currency the customer can be charged in for recurring billing purposes" (Stripe API, The Customer object), also where
  // the first invoice is for nothing.
  const customer = account.customers.get(payer.customer);
  if (customer) customer.currency ??= payer.currency;
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const discounts = lines.flatMap(({ discount_amounts }) => discount_amounts);
  const total = discounts.reduce((sum, { amount }) => sum - amount, subtotal);
  const invoice: Invoice = {
    ...base,
    customer: payer.customer,
    status: 'draft',
    billing_reason: reason,
    number: null,
    currency: payer.currency,
    subtotal,
    total_discount_amounts: discounts,
    total,
    total_taxes: computeTotalTaxes(readTaxOfPayer(payer) ?? tax, total),
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    attempt_count: 0,
    attempted: false,
    auto_advance: payer.status !== 'unpaid',
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    hosted_invoice_url: null,
    parent:
      payer.id === undefined
        ? null
        : {
            type: 'subscription_details',
            subscription_details: { subscription: payer.id, metadata: { ...payer.metadata } },
          },
    lines: {
      object: 'list',
      data: lines,
      has_more: false,
      url: `/v1/invoices/${base.id}/lines`,
    },
    period_start: period.start,
    period_end: period.end,
    metadata: {},
    status_transitions: {
      finalized_at: null,
      paid_at: null,
      voided_at: null,
      marked_uncollectible_at: null,
    },
  };
  account.invoices.set(invoice.id, invoice);
  if (payer.id !== undefined) payer.latest_invoice = invoice.id;
  account.emit('invoice.created', invoice);
  return invoice;
}

/**
 * Finalises an invoice. "If negative, the customer has credit to apply to their next invoice … This balance is only taken
 * into account after invoices finalize" (Stripe API, The Customer object). The rest becomes a payment.
 */
export function finalizeInvoice(account: StripeAccount, invoice: Invoice): PaymentIntent {
  const customer = account.customers.get(invoice.customer);
  // What is less than nothing is credit for the next invoice: "a negative amount … is applied to the customer's balance".
  if (customer && invoice.total < 0) customer.balance += invoice.total;
  const credit = customer ? Math.min(invoice.amount_due, Math.max(0, -customer.balance)) : 0;
  if (customer && credit > 0) {
    customer.balance += credit;
    invoice.amount_due -= credit;
    invoice.amount_remaining -= credit;
  }
  Object.assign(invoice, {
    status: 'open',
    number: `ENV-${invoice.id.slice(-6)}`,
    hosted_invoice_url: `https://invoice.stripe.com/i/${invoice.id}`,
    automatically_finalizes_at: null,
  });
  invoice.status_transitions.finalized_at = account.now();
  account.emit('invoice.finalized', invoice);
  const intent = createPaymentIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
  });
  linkPaymentToInvoice(account, invoice, intent);
  return intent;
}

export function linkPaymentToInvoice(
  account: StripeAccount,
  invoice: Invoice,
  intent: PaymentIntent,
): void {
  const payment = account.make('invoicePayments', 'invoice_payment');
  account.invoicePayments.set(payment.id, {
    ...payment,
    invoice: invoice.id,
    amount_requested: invoice.amount_due,
    amount_paid: null,
    currency: invoice.currency,
    is_default: true,
    status: 'open',
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

export function findInvoiceIntent(
  account: StripeAccount,
  invoiceId: string,
): PaymentIntent | undefined {
  const payment = [...account.invoicePayments.values()].find((one) => one.invoice === invoiceId);
  return payment && account.intents.get(payment.payment.payment_intent);
}

/**
 * The card that Stripe charges: "1. subscription.default_payment_method … 3. customer.invoice_settings.
 * default_payment_method" (Stripe, Automate payment retries, Payment method ordering).
 */
function findMethod(account: StripeAccount, invoice: Invoice): string | null {
  const subscription = account.subscriptions.get(getSubscriptionIdOfInvoice(invoice) ?? '');
  const customer = findOrRefuse(account.customers, invoice.customer, 'customer');
  return (
    subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method ?? null
  );
}

/** Marks an invoice as paid. */
export function applyInvoicePayment(account: StripeAccount, invoice: Invoice): void {
  const intent = findInvoiceIntent(account, invoice.id);
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = account.now();
  for (const payment of account.invoicePayments.values())
    if (payment.invoice === invoice.id && intent) {
      Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
      payment.status_transitions.paid_at = account.now();
      account.emit('invoice_payment.paid', payment);
    }
  account.emit('invoice.paid', invoice);
  account.emit('invoice.payment_succeeded', invoice);
}

/** Tries to have an open invoice paid; tells of a failure as Stripe does. */
export function tryToCollectInvoice(
  account: StripeAccount,
  invoice: Invoice,
  isConfirmed = false,
): ChargeOutcome {
  const intent = findInvoiceIntent(account, invoice.id) ?? finalizeInvoice(account, invoice);
  const methodId = findMethod(account, invoice);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (invoice.amount_due === 0) {
    applyInvoicePayment(account, invoice);
    return 'succeeded';
  }
  const outcome = methodId ? attemptCharge(account, intent, methodId, isConfirmed) : 'declined';
  if (outcome === 'succeeded') applyInvoicePayment(account, invoice);
  if (outcome === 'declined' || outcome === 'requires_action') {
    if (outcome === 'requires_action') account.emit('invoice.payment_action_required', invoice);
    account.emit('invoice.payment_failed', invoice);
  }
  return outcome;
}

/**
 * When an invoice that was not paid is tried again (seconds); null after the last time. A bank debit takes longer to fail
 * than a card: it is tried again a day later at the earliest.
 */
export function computeNextAttemptSeconds(account: StripeAccount, invoice: Invoice): number | null {
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  if (days === undefined || invoice.attempt_count > 3) return null;
  const planned = (invoice.status_transitions.finalized_at ?? account.now()) + days * DAY_S;
  return Math.max(planned, account.now() + DAY_S);
}

export function voidInvoice(account: StripeAccount, invoice: Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'draft') return;
  // Credit that it had taken is the customer's again.
  const customer = account.customers.get(invoice.customer);
  if (customer) customer.balance -= Math.max(0, invoice.total - invoice.amount_due);
  invoice.status = 'void';
  Object.assign(invoice, { next_payment_attempt: null, auto_advance: false });
  invoice.status_transitions.voided_at = account.now();
  const intent = findInvoiceIntent(account, invoice.id);
  if (intent && intent.status !== 'succeeded') intent.status = 'canceled';
  account.emit('invoice.voided', invoice);
}
