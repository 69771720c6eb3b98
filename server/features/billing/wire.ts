import type Stripe from 'stripe';
import type { Currency, Language, PassPlan } from '#shared/contract/fields.ts';
import type { OwnPass } from '#shared/contract/billing.ts';
import { computeLeaveMinor } from './notices/policy.ts';
import {
  computeLifetimeMinor,
  type DisputeState,
  type Payment,
  type ProviderPurchase,
  type ProviderState,
  type ProviderSubscription,
} from './policy.ts';
import type { PriceFor } from './prices/reads.ts';
import type { findOwnPass } from './reads.ts';
import { computeRefundMinor, findWithdrawalEnd } from './withdrawal/policy.ts';

/** The objects of one customer, as Stripe lists them. */
export interface StripeCustomerObjects {
  subscriptions: Stripe.Subscription[];
  sessions: Stripe.Checkout.Session[];
  invoices: Stripe.Invoice[];
  charges: Stripe.Charge[];
  disputes: Stripe.Dispute[];
  /** The unpaid latest invoices of subscriptions, with the attempted payment. */
  unpaid: Stripe.Invoice[];
}

const PLANS: readonly PassPlan[] = ['monthly', 'yearly', 'lifetime', 'trip'];

/** Returns our plan that an object is for; null if Envol did not sell it. */
function readPlan(metadata: Stripe.Metadata | null): PassPlan | null {
  return PLANS.find((plan) => plan === metadata?.plan) ?? null;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the id of our checkout that an object came from; null when it names none. */
function readCheckoutId(metadata: Stripe.Metadata | null): string | null {
  const id = metadata?.checkout;
  return id !== undefined && UUID.test(id) ? id : null;
}

/** Returns the subscription that a pass replaced, with the amount deducted for it; null without one. */
function readReplaced(metadata: Stripe.Metadata | null): ProviderPurchase['replaced'] {
  const { replaces, credit } = metadata ?? {};
  return replaces === undefined || !/^\d{1,9}$/.test(credit ?? '')
    ? null
    : { subscriptionId: replaces, creditMinor: Number(credit) };
}

const toDate = (seconds: number) => new Date(seconds * 1000);
const toId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Converts the objects that Stripe stores of a customer to our own form; purchases of other products are left out. */
export function toProviderState(listed: StripeCustomerObjects): ProviderState {
  const payments = new Map(
    listed.charges
      .filter(({ paid, payment_intent }) => paid && payment_intent)
      .map((charge) => [toId(charge.payment_intent), toPayment(charge, listed.disputes)]),
  );
  return {
    subscriptions: listed.subscriptions.flatMap((subscription) =>
      toSubscription(subscription, listed, payments),
    ),
    purchases: listed.sessions.flatMap((session) => {
      const plan = readPlan(session.metadata);
      const payment = payments.get(toId(session.payment_intent));
      if (session.mode !== 'payment' || !plan || !payment) return [];
      const { metadata } = session;
      return [
        { plan, checkoutId: readCheckoutId(metadata), payment, replaced: readReplaced(metadata) },
      ];
    }),
    finishedCheckouts: listed.sessions.flatMap(({ metadata }) => readCheckoutId(metadata) ?? []),
  };
}

function toPayment(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Payment {
  const dispute = disputes.find((one) => toId(one.charge) === charge.id);
  return {
    id: toId(charge.payment_intent) ?? charge.id,
    at: toDate(charge.created),
    amountMinor: charge.amount,
    refundedMinor: charge.amount_refunded,
    currency: charge.currency.toUpperCase() as Payment['currency'],
    dispute: toDisputeState(dispute),
  };
}

function toDisputeState(dispute: Stripe.Dispute | undefined): DisputeState {
  // `warning_…` is an inquiry, and `prevented` took no money back.
  if (!dispute || /^(warning_|prevented)/.test(dispute.status)) return 'none';
  return dispute.status === 'won' ? 'won' : dispute.status === 'lost' ? 'lost' : 'open';
}

function toSubscription(
  subscription: Stripe.Subscription,
  { invoices, unpaid }: Pick<StripeCustomerObjects, 'invoices' | 'unpaid'>,
  payments: ReadonlyMap<string | null, Payment>,
): ProviderSubscription[] {
  const item = subscription.items.data[0];
  const plan = readPlan(subscription.metadata);
  if (!item || (plan !== 'monthly' && plan !== 'yearly')) return [];
  const own = invoices.filter(
    ({ parent }) => toId(parent?.subscription_details?.subscription) === subscription.id,
  );
  const latest = own.find(({ id }) => id === toId(subscription.latest_invoice));
  const lastPaid = own.find(({ status, amount_paid }) => status === 'paid' && amount_paid > 0);
  const card = subscription.default_payment_method;
  const paid = own.flatMap((invoice) => {
    const payment = payments.get(readPaymentId(invoice));
    return payment ? [toInvoicePayment(invoice, payment)] : [];
  });
  return [
    {
      id: subscription.id,
      plan,
      checkoutId: readCheckoutId(subscription.metadata),
      status: subscription.status,
      startedAt: toDate(subscription.start_date),
      periodStart: toDate(item.current_period_start),
      periodEnd: toDate(item.current_period_end),
      isPeriodPaid: latest?.status !== 'open' && latest?.status !== 'uncollectible',
      renews: !subscription.cancel_at_period_end && subscription.cancel_at === null,
      endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
      amountMinor: item.price.unit_amount ?? 0,
      currency: subscription.currency.toUpperCase() as ProviderSubscription['currency'],
      lastPayment: payments.get(readPaymentId(lastPaid)) ?? null,
      payments: paid.toSorted((a, b) => a.payment.at.getTime() - b.payment.at.getTime()),
      asksBank: unpaid.some((invoice) => invoice.id === latest?.id && waitsForBank(invoice)),
      cardLast4: typeof card === 'object' ? (card?.card?.last4 ?? null) : null,
    },
  ];
}

/** Whether the attempted payment of an invoice waits for the customer to confirm it with their bank. */
const waitsForBank = ({ payments }: Stripe.Invoice) =>
  payments?.data.some(({ payment: { payment_intent: intent } }) => {
    if (typeof intent !== 'object') return false;
    const { status, last_payment_error: error } = intent;
    return status === 'requires_action' || error?.code === 'authentication_required';
  }) ?? false;

const INVOICE_REASONS: Partial<Record<string, ProviderSubscription['payments'][number]['reason']>> =
  {
    subscription_create: 'order',
    subscription_update: 'change',
  };

function toInvoicePayment({ billing_reason, lines }: Stripe.Invoice, payment: Payment) {
  const deducted = lines.data.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  return {
    payment,
    reason: INVOICE_REASONS[billing_reason ?? ''] ?? ('renewal' as const),
    creditMinor: -deducted,
  };
}

function readPaymentId(invoice: Stripe.Invoice | undefined): string | null {
  const paid = invoice?.payments?.data.find(({ status }) => status === 'paid');
  return toId(paid?.payment.payment_intent);
}

/** The terms of a checkout. Amounts are integers in minor units. */
export interface CheckoutTerms {
  /** The id of our checkout; also the idempotency key. */
  checkoutId: string;
  customerId: string;
  plan: PassPlan;
  planName: string;
  currency: Currency;
  amountMinor: number;
  usualAmountMinor: number;
  offerId: string | null;
  /** The subscription that it replaces, whose unused part is deducted. */
  replaced: ProviderPurchase['replaced'];
  language: Language;
  successUrl: string;
  cancelUrl: string;
}

/** Returns whether a plan is paid again and again: the monthly and the yearly one are. */
export const isRecurring = (plan: PassPlan) => plan === 'monthly' || plan === 'yearly';

/** Converts the terms of a checkout to the parameters with which Stripe creates its checkout page. */
export function toSessionParams(
  terms: CheckoutTerms,
  product: string,
  discounts: { coupon: string }[],
): Stripe.Checkout.SessionCreateParams {
  const recurs = isRecurring(terms.plan);
  const { replaced } = terms;
  const metadata = {
    plan: terms.plan,
    checkout: terms.checkoutId,
    ...(replaced && {
      replaces: replaced.subscriptionId,
      credit: String(replaced.creditMinor),
    }),
  };
  return {
    mode: recurs ? 'subscription' : 'payment',
    customer: terms.customerId,
    client_reference_id: terms.checkoutId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          product,
          currency: terms.currency.toLowerCase(),
          // A subscription costs its usual price later; a coupon lowers its first payment.
          unit_amount: recurs ? terms.usualAmountMinor : terms.amountMinor,
          tax_behavior: 'inclusive',
          ...(recurs && { recurring: { interval: terms.plan === 'yearly' ? 'year' : 'month' } }),
        },
      },
    ],
    ...(discounts.length > 0 && { discounts }),
    ...(recurs ? { subscription_data: { metadata } } : { invoice_creation: { enabled: true } }),
    metadata,
    locale: terms.language,
    success_url: terms.successUrl,
    cancel_url: terms.cancelUrl,
  };
}

/** Terms of a change to the yearly plan; the month counts as used up to `at`. */
export interface YearlyChangeTerms {
  planName: string;
  currency: Currency;
  amountMinor: number;
  at: Date;
}

/**
 * Returns the short form of a pass: its plan (null when granted), until when it is valid without grace (null: no end)
 * and whether it renews. Null, null and false without a pass.
 */
export function toPassTerm(
  pass: Pick<
    NonNullable<Awaited<ReturnType<typeof findOwnPass>>>,
    'plan' | 'source' | 'status' | 'renews' | 'periodEnd' | 'endsAt'
  > | null,
) {
  if (!pass) return { plan: null, validUntil: null, renews: false };
  const { plan, source, status, renews, periodEnd, endsAt } = pass;
  // Access ends some days after the paid period, or before its end when it was not paid.
  const end = periodEnd && endsAt && periodEnd < endsAt ? periodEnd : endsAt;
  return {
    plan: source === 'grant' ? null : plan,
    validUntil: end?.toISOString() ?? null,
    renews: renews === true && status === 'live',
  };
}

/**
 * Converts a pass to the reply for its owner, with what a withdrawal would refund (`withdrawMinor`) and what a lifetime
 * pass would cost instead (`lifetimeMinor`). A pass bought in the former test mode appears as granted.
 */
export function toPassReply(
  pass: NonNullable<Awaited<ReturnType<typeof findOwnPass>>>,
  onSale: readonly PriceFor[],
  now: Date,
): OwnPass {
  const isBought = pass.source === 'subscription' || pass.source === 'purchase';
  const until = pass.withdrawnAt ? null : findWithdrawalEnd(pass);
  const lifetime = onSale.find((one) => one.plan === 'lifetime' && one.currency === pass.currency);
  const price = lifetime && {
    currency: lifetime.currency,
    amountMinor: lifetime.offer?.amountMinor ?? lifetime.amountMinor,
  };
  const { id, isActive, plan, tier, amountMinor, paidMinor, currency, cardLast4, asksBank } = pass;
  const lifetimeMinor = price && !pass.withdrawnAt ? computeLifetimeMinor(pass, price, now) : null;
  return {
    id,
    isActive,
    plan,
    tier,
    amountMinor,
    paidMinor,
    currency,
    cardLast4,
    asksBank,
    source: isBought ? (pass.source as 'subscription' | 'purchase') : 'grant',
    status: pass.status ?? 'live',
    startsAt: pass.startsAt.toISOString(),
    periodStart: pass.periodStart?.toISOString() ?? null,
    periodEnd: (isBought ? pass.periodEnd : pass.endsAt)?.toISOString() ?? null,
    endsAt: pass.endsAt?.toISOString() ?? null,
    renews: pass.renews ?? false,
    withdrawnAt: pass.withdrawnAt?.toISOString() ?? null,
    withdrawUntil: until && now < until ? until.toISOString() : null,
    withdrawMinor: computeRefundMinor(pass, pass.withdrawnAt ?? now),
    leaveMinor: computeLeaveMinor(pass, now),
    lifetimeMinor,
    lifetimeCreditMinor: price && lifetimeMinor !== null ? price.amountMinor - lifetimeMinor : 0,
  };
}
