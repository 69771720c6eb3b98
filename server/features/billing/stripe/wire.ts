import type Stripe from 'stripe';
import { assignBalanceToNextCharge } from '../balance/wire.ts';
import { computeNextPaymentMinor } from '../discounts/wire.ts';
import type { PassPlan } from '#shared/contract/fields.ts';
import { toPaymentIfFreeOrder } from '../free/wire.ts';
import { findPaidUntil, isPaidInTime, toPaymentWithInvoice } from './invoices/wire.ts';
import { readCheckoutTaxMinor, readInvoiceTaxMinor } from '../tax/wire.ts';
import { findPauseEndToRestore, readScheduledPlan, computePauseEnd } from '../planned/wire.ts';
import type {
  Dispute,
  DisputeState,
  Payment,
  ProviderOneTimePass,
  CustomerState,
  ProviderSubscription,
} from '../policy.ts';

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
function readReplaced(metadata: Stripe.Metadata | null): ProviderOneTimePass['replaced'] {
  const { replaces, credit } = metadata ?? {};
  return replaces === undefined || !/^\d{1,9}$/.test(credit ?? '')
    ? null
    : { subscriptionId: replaces, creditMinor: Number(credit) };
}

const toDate = (seconds: number) => new Date(seconds * 1000);
export const toStripeId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Converts the objects that Stripe stores of a customer to our own form; purchases of other products are left out. */
export function toCustomerState(listed: StripeCustomerObjects): CustomerState {
  const payments = new Map(
    listed.charges
      .filter(({ paid, payment_intent }) => paid && payment_intent)
      .map((charge) => [toStripeId(charge.payment_intent), toPayment(charge, listed.disputes)]),
  );
  const subscriptions = listed.subscriptions.flatMap((subscription) =>
    toSubscription(subscription, listed, payments),
  );
  return {
    subscriptions: assignBalanceToNextCharge(subscriptions, listed.subscriptions),
    purchases: listed.sessions.flatMap((session) => {
      const plan = readPlan(session.metadata);
      const payment =
        payments.get(toStripeId(session.payment_intent)) ??
        toPaymentIfFreeOrder(session, listed.invoices);
      if (session.mode !== 'payment' || !plan || !payment) return [];
      const { metadata } = session;
      const checkoutId = readCheckoutId(metadata);
      const orderedAt = toDate(session.created);
      const taxMinor = readCheckoutTaxMinor(session);
      return [{ plan, checkoutId, payment, taxMinor, orderedAt, replaced: readReplaced(metadata) }];
    }),
    gifts: listed.sessions.flatMap((session) => {
      const { metadata, payment_intent: intent } = session;
      const plan = readPlan({ plan: metadata?.['gift'] ?? '' });
      const payment =
        payments.get(toStripeId(intent)) ?? toPaymentIfFreeOrder(session, listed.invoices);
      if (!plan || !payment) return [];
      const taxMinor = readCheckoutTaxMinor(session);
      return [{ plan, payment, taxMinor, checkoutId: readCheckoutId(metadata) }];
    }),
    finishedCheckouts: listed.sessions.flatMap(({ metadata, payment_status }) =>
      payment_status === 'unpaid' ? [] : (readCheckoutId(metadata) ?? []),
    ),
  };
}

/** Converts a charge that succeeded, with its disputes among others, to our own form. */
export function toPayment(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Payment {
  const own = disputes.filter((one) => toStripeId(one.charge) === charge.id);
  const [dispute] = own;
  const state = toDisputeState(dispute);
  return {
    id: toStripeId(charge.payment_intent) ?? charge.id,
    at: toDate(charge.created),
    amountMinor: charge.amount,
    refundedMinor: computeRefundedMinor(charge),
    currency: charge.currency.toUpperCase() as Payment['currency'],
    // "Stripe immediately debits the disputed amount": it comes back only with a dispute that is won.
    disputedMinor: dispute && (state === 'open' || state === 'lost') ? dispute.amount : 0,
    dispute: state,
    disputes: own.map(toDispute),
    failedRefunds: (charge.refunds?.data ?? [])
      .filter(({ status }) => status === 'failed')
      .map(({ id, amount }) => ({ refundId: id, amountMinor: amount })),
  };
}

/**
 * Returns what of a charge was refunded, without refunds that failed: "If a refund fails, the amount is returned to
 * your Stripe balance" (https://docs.stripe.com/refunds). Only its latest refunds are listed, by which it can be told.
 */
export function computeRefundedMinor({ refunds, amount_refunded: total }: Stripe.Charge): number {
  if (!refunds || refunds.has_more) return total;
  return refunds.data
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0);
}

const toDispute = ({
  id,
  status,
  reason,
  amount,
  created,
  ...dispute
}: Stripe.Dispute): Dispute => {
  const dueBy = dispute.evidence_details?.due_by ?? null;
  return {
    id,
    status,
    reason,
    amountMinor: amount,
    openedAt: toDate(created),
    dueBy: dueBy === null ? null : toDate(dueBy),
  };
};

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
  if (!item || readPlan(subscription.metadata) === null) return [];
  const { periodStart, periodEnd } = readPeriod(item);
  const own = invoices.filter(
    ({ parent }) => toStripeId(parent?.subscription_details?.subscription) === subscription.id,
  );
  const newest = own.find(({ id }) => id === toStripeId(subscription.latest_invoice));
  const pendingChange = toUnpaidChange(subscription, newest, unpaid);
  // "The subscription will continue to cycle as if no update request was made" (Stripe, Pending updates reference).
  // The void invoice of a period, which a pause leaves out, says that it isn't paid; that of a change says nothing.
  const latest = own.find(
    ({ id, status, billing_reason: reason }) =>
      id !== pendingChange?.invoiceId && !(status === 'void' && reason === 'subscription_update'),
  );
  // One that credit in the customer's balance paid has no payment that could be given back.
  const lastPaid = own.find((one) => one.total > 0 && isPaidInTime(one));
  const card = subscription.default_payment_method;
  const paid = own.flatMap((invoice) => {
    const payment = payments.get(readPaymentId(invoice));
    return payment ? [toPaymentWithInvoice(invoice, payment)] : [];
  });
  return [
    {
      id: subscription.id,
      // Our metadata says that we sold it; the price says what it is now.
      plan: item.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
      checkoutId: readCheckoutId(subscription.metadata),
      status: subscription.status,
      startedAt: toDate(subscription.start_date),
      periodStart,
      periodEnd,
      // A latest invoice beyond the 300 that were read was paid long ago.
      isPeriodPaid: latest ? latest.status === 'paid' : subscription.status === 'active',
      paidUntil: findPaidUntil(own) ?? toDate(subscription.start_date),
      // A pause without an end, which only the dashboard makes, is no renewal.
      renews:
        isSubscriptionRenewing(subscription) && subscription.pause_collection?.resumes_at !== null,
      endsOn: subscription.cancel_at === null ? null : toDate(subscription.cancel_at),
      endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
      amountMinor: item.price.unit_amount ?? 0,
      dueMinor: computeNextPaymentMinor(subscription, item),
      balanceMinor: 0,
      currency: subscription.currency.toUpperCase() as ProviderSubscription['currency'],
      lastPayment: payments.get(readPaymentId(lastPaid)) ?? null,
      taxMinor: readInvoiceTaxMinor(lastPaid),
      // Stripe lists the newest first, also of those of one second.
      payments: paid
        .toReversed()
        .toSorted((a, b) => a.payment.at.getTime() - b.payment.at.getTime()),
      pendingChange,
      asksBank: unpaid.some((invoice) => invoice.id === latest?.id && waitsForBank(invoice)),
      declineCode:
        unpaid.map((one) => one.id === latest?.id && readDecline(one)).find(Boolean) || null,
      pausedUntil: computePauseEnd(subscription, periodStart),
      lapsedPause: isSubscriptionRenewing(subscription)
        ? findPauseEndToRestore(subscription, periodStart)
        : null,
      next: readScheduledPlan(subscription, item),
      cardLast4: typeof card === 'object' ? (card?.card?.last4 ?? null) : null,
    },
  ];
}

const readPeriod = (item: Stripe.SubscriptionItem) => ({
  periodStart: toDate(item.current_period_start),
  periodEnd: toDate(item.current_period_end),
});

/**
 * Returns whether a subscription renews at the end of its period. A cancellation in Stripe's portal sets `cancel_at`
 * alone ("in flexible billing mode", https://github.com/stripe/stripe-node/issues/2470); an operator may set a later
 * day there, before which it renews.
 */
export function isSubscriptionRenewing(subscription: Stripe.Subscription): boolean {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  const { cancel_at_period_end: stops, cancel_at: endsAt } = subscription;
  return !stops && (endsAt === null || endsAt > end);
}

/**
 * Returns the change that waits for its payment: "pending updates that will be applied to the subscription once the
 * `latest_invoice` has been paid", at "the hosted invoice page, which allows customers to view and pay an invoice"
 * (https://docs.stripe.com/api/subscriptions/object, https://docs.stripe.com/api/invoices/object). Null without one.
 */
function toUnpaidChange(
  { pending_update: update }: Stripe.Subscription,
  invoice: Stripe.Invoice | undefined,
  unpaid: readonly Stripe.Invoice[],
): ProviderSubscription['pendingChange'] {
  if (!update || invoice?.status !== 'open' || !invoice.id || !invoice.hosted_invoice_url)
    return null;
  const { id: invoiceId, hosted_invoice_url: url } = invoice;
  const isRefused = !unpaid.some((one) => one.id === invoiceId && waitsForBank(one));
  const kind = (update.subscription_items ?? []).length > 0 ? 'yearly' : 'resume';
  return { kind, invoiceId, url, expiresAt: toDate(update.expires_at), isRefused };
}

/** Whether the attempted payment of an invoice waits for the customer to confirm it with their bank. */
const waitsForBank = ({ payments }: Stripe.Invoice) =>
  payments?.data.some(({ payment: { payment_intent: intent } }) => {
    if (typeof intent !== 'object') return false;
    const { status, last_payment_error: error } = intent;
    return status === 'requires_action' || error?.code === 'authentication_required';
  }) ?? false;

const CODE = /^[a-z_]{1,60}$/;

/** Returns the bank's code for refusing the last attempt to pay an invoice; null where none is known. */
function readDecline({ payments }: Stripe.Invoice): string | null {
  const codes = (payments?.data ?? []).map(({ payment: { payment_intent: intent } }) => {
    const error = typeof intent === 'object' ? intent.last_payment_error : null;
    return error?.decline_code ?? error?.code ?? '';
  });
  return codes.findLast((code) => CODE.test(code)) ?? null;
}

function readPaymentId(invoice: Stripe.Invoice | undefined): string | null {
  const paid = invoice?.payments?.data.find(({ status }) => status === 'paid');
  return toStripeId(paid?.payment.payment_intent);
}

/** Returns the parts of an address that replaces Stripe's. */
export function toStripeHostOptions(
  apiBase: string,
): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
  };
}
