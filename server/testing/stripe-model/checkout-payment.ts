import { type StripeAccount, findOrRefuse } from './account.ts';
import { applySessionTax, findCheckoutSessionPlan, type CheckoutSessionPlan } from './checkout.ts';
import { scheduleNextPaymentAttempt, schedulePeriodEnd } from './billing-cycles.ts';
import { createDiscount } from './discounts.ts';
import { createInvoice, linkPaymentToInvoice, applyInvoicePayment } from './invoices.ts';
import type { CheckoutSession, InvoiceLine } from './objects.ts';
import {
  attemptCharge,
  createPaymentIntent,
  type ChargeOutcome,
  scheduleBankDebitOutcome,
} from './payments.ts';
import {
  createSubscription,
  buildInvoiceLine,
  isSubscriptionEnded,
  getSubscriptionItem,
} from './subscriptions.ts';

/**
 * The person fills in the page and presses Pay. A refused card leaves the session open, and "failed payment attempts no
 * longer result in an incomplete subscription" (Stripe changelog, 2025-03-31.basil, Checkout Sessions). A bank debit
 * completes the session unpaid: `checkout.session.async_payment_succeeded` or `…_failed` follows days later (Stripe,
 * Fulfill orders).
 */
export function payCheckoutSession(
  account: StripeAccount,
  session: CheckoutSession,
  methodId: string,
  isConfirmed = true,
): ChargeOutcome | 'closed' {
  const plan = findCheckoutSessionPlan(session);
  const customer = account.customers.get(session.customer ?? '');
  if (!plan || session.status !== 'open' || !customer || customer.deleted) return 'closed';
  applySessionTax(session);
  if (session.amount_total === 0) return completeFree(account, session, plan, methodId);
  const intent = createPaymentIntent(account, {
    amount: session.amount_total,
    currency: session.currency,
    customer: customer.id,
    metadata: session.mode === 'payment' ? { ...plan.intentMetadata } : {},
  });
  const method = findOrRefuse(account.methods, methodId, 'PaymentMethod');
  method.customer = customer.id;
  const outcome = attemptCharge(account, intent, methodId, isConfirmed);
  if (outcome === 'declined' || outcome === 'requires_action') return outcome;
  customer.currency ??= session.currency;
  Object.assign(session, {
    status: 'complete',
    payment_status: outcome === 'succeeded' ? 'paid' : 'unpaid',
    url: null,
  });
  if (session.mode === 'payment') session.payment_intent = intent.id;
  if (session.mode === 'payment' && plan.hasInvoice && outcome === 'succeeded')
    makeReceipt(account, session, plan, intent.id);
  if (session.mode === 'subscription')
    startSubscription(account, session, plan, methodId, intent.id, outcome === 'succeeded');
  account.emit('checkout.session.completed', session);
  if (outcome === 'processing')
    scheduleBankDebitOutcome(account, intent, (settled) =>
      settleSession(account, session, intent.id, settled),
    );
  return outcome;
}

/**
 * "checkout.session.async_payment_succeeded: The customer's payment succeeded. async_payment_failed: The payment was
 * declined, or failed for some other reason" (Stripe, Fulfill orders). A subscription whose first debit failed is past due.
 */
function settleSession(
  account: StripeAccount,
  session: CheckoutSession,
  intentId: string,
  settled: 'succeeded' | 'declined',
): void {
  const plan = findCheckoutSessionPlan(session);
  const invoice = account.invoices.get(session.invoice ?? '');
  const subscription = account.subscriptions.get(session.subscription ?? '');
  if (settled === 'declined') {
    account.emit('checkout.session.async_payment_failed', session);
    if (!invoice || !subscription || isSubscriptionEnded(subscription)) return;
    invoice.attempted = true;
    invoice.attempt_count = 1;
    account.emit('invoice.payment_failed', invoice);
    return scheduleNextPaymentAttempt(account, subscription, invoice);
  }
  session.payment_status = 'paid';
  if (plan && session.mode === 'payment' && plan.hasInvoice)
    makeReceipt(account, session, plan, intentId);
  if (invoice?.status === 'open') applyInvoicePayment(account, invoice);
  account.emit('checkout.session.async_payment_succeeded', session);
}

/**
 * Completes an order that costs nothing: "The payment status of the Checkout Session, one of paid, unpaid, or
 * no_payment_required" (Stripe API, The Checkout Session object). A subscription keeps the card for its renewals.
 */
function completeFree(
  account: StripeAccount,
  session: CheckoutSession,
  plan: CheckoutSessionPlan,
  methodId: string,
): ChargeOutcome {
  Object.assign(session, {
    status: 'complete',
    payment_status: 'no_payment_required',
    url: null,
  });
  if (session.mode === 'payment' && plan.hasInvoice) makeReceipt(account, session, plan, null);
  if (session.mode === 'subscription')
    startSubscription(account, session, plan, methodId, null, true);
  account.emit('checkout.session.completed', session);
  return 'succeeded';
}

/** The invoice of what was bought once, made when it is paid. */
function makeReceipt(
  account: StripeAccount,
  session: CheckoutSession,
  plan: CheckoutSessionPlan,
  intentId: string | null,
): void {
  const discounts = applyDiscount(account, session, plan, null);
  const amount = session.amount_subtotal;
  const now = account.now();
  const period = { start: now, end: now };
  const invoice = createInvoice(
    account,
    { customer: session.customer ?? '', currency: session.currency },
    {
      reason: 'manual',
      lines: [buildInvoiceLine(account, null, plan.price, { amount, period, discounts })],
      tax: plan.tax,
      period,
    },
  );
  session.invoice = invoice.id;
  if (intentId !== null)
    linkPaymentToInvoice(
      account,
      invoice,
      findOrRefuse(account.intents, intentId, 'payment_intent'),
    );
  applyInvoicePayment(account, invoice);
}

function startSubscription(
  account: StripeAccount,
  session: CheckoutSession,
  plan: CheckoutSessionPlan,
  methodId: string,
  intentId: string | null,
  isPaid: boolean,
): void {
  const subscription = createSubscription(account, {
    customer: session.customer ?? '',
    price: plan.price,
    metadata: { ...plan.subscriptionMetadata },
    method: methodId,
    mode: plan.billingMode,
    tax: plan.tax,
  });
  schedulePeriodEnd(account, subscription);
  const item = getSubscriptionItem(subscription);
  const discounts = applyDiscount(account, session, plan, subscription.id);
  // What is "once" lowers the first payment alone.
  if (plan.coupon && plan.coupon.duration !== 'once')
    subscription.discounts = discounts.map(({ discount }) => discount);
  const period = { start: item.current_period_start, end: item.current_period_end };
  const invoice = createInvoice(account, subscription, {
    reason: 'subscription_create',
    lines: [
      buildInvoiceLine(account, subscription, plan.price, {
        amount: session.amount_subtotal,
        period,
        discounts,
      }),
    ],
    period: { start: period.start, end: period.start },
  });
  Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
  invoice.status = 'open';
  invoice.number = `ENV-${invoice.id.slice(-6)}`;
  invoice.status_transitions.finalized_at = account.now();
  account.emit('invoice.finalized', invoice);
  if (intentId !== null)
    linkPaymentToInvoice(
      account,
      invoice,
      findOrRefuse(account.intents, intentId, 'payment_intent'),
    );
  if (isPaid) applyInvoicePayment(account, invoice);
  account.emit('customer.subscription.created', subscription);
}

/** Makes the discount of a paid page, with what it takes off. */
function applyDiscount(
  account: StripeAccount,
  session: CheckoutSession,
  { coupon }: CheckoutSessionPlan,
  subscription: string | null,
): InvoiceLine['discount_amounts'] {
  if (!coupon) return [];
  const promotion = session.discounts[0]?.promotion_code ?? null;
  const { id, customer } = session;
  const discount = createDiscount(account, coupon, {
    promotion,
    customer,
    session: id,
    subscription,
  });
  return [{ amount: session.total_details.amount_discount, discount: discount.id }];
}
