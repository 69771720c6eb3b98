import { type Account, DAY, find, findLiveCustomer, StripeRefusal } from './account.ts';
import { createInvoice, linkPayment, markPaid } from './invoices.ts';
import { createCoupon } from './prices.ts';
import type { CheckoutSession, Coupon, LineItem, Price } from './objects.ts';
import { attempt, createIntent, DEBIT_DELAY, type Outcome, succeed } from './payments.ts';
import { createSubscription, describeLine, itemOf } from './subscriptions.ts';

/** What the model keeps of a session besides what Stripe shows. */
export interface SessionPlan {
  price: Price;
  coupon: Coupon | null;
  subscriptionMetadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  billingMode: 'classic' | 'flexible' | null;
  /** "invoice_creation … Generate a post-purchase Invoice for one-time payments" (Stripe API, Create a Checkout Session). */
  hasInvoice: boolean;
}

export interface NewSession extends SessionPlan {
  mode: CheckoutSession['mode'];
  customer: string;
  metadata: Record<string, string>;
  clientReferenceId: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  expiresAt: number | null;
  methodTypes: string[];
  allowsCodes: boolean;
}

const plans = new WeakMap<CheckoutSession, SessionPlan>();

function findDiscount({ price, coupon }: SessionPlan): number {
  if (!coupon) return 0;
  if (coupon.percent_off !== null)
    return Math.round((price.unit_amount * coupon.percent_off) / 100);
  return Math.min(price.unit_amount, coupon.amount_off ?? 0);
}

/**
 * Opens a page of payment. "expires_at … can be anywhere from 30 minutes to 24 hours after Checkout Session creation. By
 * default, this value is 24 hours from creation" (Stripe API, Create a Checkout Session).
 */
export function createSession(account: Account, given: NewSession): CheckoutSession {
  findLiveCustomer(account, given.customer);
  const now = account.now();
  const expiresAt = given.expiresAt ?? now + DAY;
  if (expiresAt < now + 1800 || expiresAt > now + DAY)
    throw new StripeRefusal(
      400,
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    );
  if (given.coupon && given.allowsCodes)
    throw new StripeRefusal(
      400,
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
    );
  const base = account.make('sessions', 'checkout.session');
  const discount = findDiscount(given);
  const session: CheckoutSession = {
    ...base,
    mode: given.mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: given.customer,
    client_reference_id: given.clientReferenceId,
    metadata: given.metadata,
    currency: given.price.currency,
    amount_subtotal: given.price.unit_amount,
    amount_total: given.price.unit_amount - discount,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    expires_at: expiresAt,
    url: `https://checkout.stripe.com/c/pay/${base.id}`,
    success_url: given.successUrl,
    cancel_url: given.cancelUrl,
    subscription: null,
    payment_intent: null,
    invoice: null,
    discounts: given.coupon ? [{ coupon: given.coupon.id, promotion_code: null }] : [],
    allow_promotion_codes: given.allowsCodes || null,
    payment_method_types: given.methodTypes,
  };
  plans.set(session, given);
  account.sessions.set(session.id, session);
  account.schedule(expiresAt, () => {
    if (session.status === 'open') expireSession(account, session);
  });
  return session;
}

/** "A Checkout Session can be expired when it is in one of these statuses: open" (Stripe API, Expire a Session). */
export function expireSession(account: Account, session: CheckoutSession): void {
  if (session.status !== 'open')
    throw new StripeRefusal(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  Object.assign(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
}

/**
 * The person types a promotion code on the page, where that is allowed: "Enables user redeemable promotion codes"
 * (Stripe API, The Checkout Session object). A coupon with the duration `once` lowers the first payment alone.
 * Returns whether it was taken.
 */
export function enterPromotionCode(
  account: Account,
  session: CheckoutSession,
  percentOff: number,
): boolean {
  const plan = plans.get(session);
  if (!plan || session.status !== 'open' || !session.allow_promotion_codes) return false;
  const coupon = createCoupon(account, { percent_off: String(percentOff), duration: 'once' });
  const discount = findDiscount({ ...plan, coupon });
  plans.set(session, { ...plan, coupon });
  session.amount_total = session.amount_subtotal - discount;
  session.total_details.amount_discount = discount;
  session.discounts = [{ coupon: coupon.id, promotion_code: `promo_${coupon.id}` }];
  return true;
}

export function listLineItems(session: CheckoutSession): LineItem[] {
  const plan = find(new Map([['', plans.get(session)]]), '', 'session');
  if (!plan) return [];
  return [
    {
      id: `li_${session.id}`,
      object: 'item',
      price: plan.price,
      quantity: 1,
      amount_subtotal: session.amount_subtotal,
      amount_discount: session.total_details.amount_discount,
      amount_total: session.amount_total,
      currency: session.currency,
      description: 'Pass',
    },
  ];
}

/**
 * The person fills in the page and presses Pay. A refused card leaves the session open, and "failed payment attempts no
 * longer result in an incomplete subscription" (Stripe changelog, 2025-03-31.basil, Checkout Sessions). A bank debit
 * completes the session unpaid: `checkout.session.async_payment_succeeded` or `…_failed` follows days later (Stripe,
 * Fulfill orders).
 */
export function paySession(
  account: Account,
  session: CheckoutSession,
  methodId: string,
  isConfirmed = true,
): Outcome | 'closed' {
  const plan = plans.get(session);
  const customer = account.customers.get(session.customer ?? '');
  if (!plan || session.status !== 'open' || !customer || customer.deleted) return 'closed';
  if (session.amount_total === 0) return completeFree(account, session, plan, methodId);
  const intent = createIntent(account, {
    amount: session.amount_total,
    currency: session.currency,
    customer: customer.id,
    metadata: session.mode === 'payment' ? { ...plan.intentMetadata } : {},
  });
  const method = find(account.methods, methodId, 'PaymentMethod');
  method.customer = customer.id;
  const outcome = attempt(account, intent, methodId, isConfirmed);
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
    account.schedule(account.now() + DEBIT_DELAY, () => {
      account.moods.set(methodId, 'pays');
      succeed(account, intent);
      session.payment_status = 'paid';
      if (session.mode === 'payment' && plan.hasInvoice)
        makeReceipt(account, session, plan, intent.id);
      const invoice = account.invoices.get(session.invoice ?? '');
      if (invoice?.status === 'open') markPaid(account, invoice);
      account.emit('checkout.session.async_payment_succeeded', session);
    });
  return outcome;
}

/**
 * Completes an order that costs nothing: "The payment status of the Checkout Session, one of paid, unpaid, or
 * no_payment_required" (Stripe API, The Checkout Session object). A subscription keeps the card for its renewals.
 */
function completeFree(
  account: Account,
  session: CheckoutSession,
  plan: SessionPlan,
  methodId: string,
): Outcome {
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
  account: Account,
  session: CheckoutSession,
  { price }: SessionPlan,
  intentId: string | null,
): void {
  const now = account.now();
  const period = { start: now, end: now };
  const invoice = createInvoice(
    account,
    { customer: session.customer ?? '', currency: session.currency },
    {
      reason: 'manual',
      lines: [describeLine(account, null, price, { amount: session.amount_total, period })],
      period,
    },
  );
  session.invoice = invoice.id;
  if (intentId !== null)
    linkPayment(account, invoice, find(account.intents, intentId, 'payment_intent'));
  markPaid(account, invoice);
}

function startSubscription(
  account: Account,
  session: CheckoutSession,
  plan: SessionPlan,
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
  });
  const item = itemOf(subscription);
  const period = { start: item.current_period_start, end: item.current_period_end };
  const invoice = createInvoice(account, subscription, {
    reason: 'subscription_create',
    lines: [
      describeLine(account, subscription, plan.price, { amount: session.amount_total, period }),
    ],
    period: { start: period.start, end: period.start },
  });
  Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
  invoice.status = 'open';
  invoice.number = `ENV-${invoice.id.slice(-6)}`;
  invoice.status_transitions.finalized_at = account.now();
  account.emit('invoice.finalized', invoice);
  if (intentId !== null)
    linkPayment(account, invoice, find(account.intents, intentId, 'payment_intent'));
  if (isPaid) markPaid(account, invoice);
  account.emit('customer.subscription.created', subscription);
}
