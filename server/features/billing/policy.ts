import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import {
  listPurchaseRefunds,
  listSubscriptionRefunds,
  type RefundablePayment,
} from './withdrawal/policy.ts';

export type DisputeState = 'none' | 'open' | 'won' | 'lost';

/** Product names of the plans at the payment provider, also on invoices; the pages use the catalogues. */
export const PLAN_NAMES: Record<PassPlan, string> = {
  monthly: 'Monthly pass',
  yearly: 'Yearly pass',
  lifetime: 'Lifetime pass',
  trip: 'Trip pass',
};

/** A payment that succeeded. */
export interface Payment {
  id: string;
  at: Date;
  amountMinor: number;
  refundedMinor: number;
  currency: Currency;
  dispute: DisputeState;
}

/** A subscription in its present state at the provider. */
export interface ProviderSubscription {
  id: string;
  plan: 'monthly' | 'yearly';
  checkoutId: string | null;
  status: string;
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  /** Whether the present period was paid, or cost nothing. */
  isPeriodPaid: boolean;
  renews: boolean;
  endedAt: Date | null;
  /** Price of the next period. */
  amountMinor: number;
  currency: Currency;
  lastPayment: Payment | null;
  /** Every payment, the earliest first, with its reason and the credit deducted from it for time already paid. */
  payments: { payment: Payment; reason: 'order' | 'change' | 'renewal'; creditMinor: number }[];
  cardLast4: string | null;
  /** Whether the present period is unpaid because the bank waits for the customer's confirmation. */
  asksBank: boolean;
}

/** A pass that was paid for once. */
export interface ProviderPurchase {
  plan: PassPlan;
  checkoutId: string | null;
  payment: Payment;
  /** The subscription whose unused part was deducted from the price. */
  replaced: { subscriptionId: string; creditMinor: number } | null;
}

/** The present state of a customer at the provider. */
export interface ProviderState {
  subscriptions: ProviderSubscription[];
  purchases: ProviderPurchase[];
  /** The ids, in our database, of the completed checkouts. */
  finishedCheckouts: string[];
}

const DAY_MS = 86_400_000;
/** How long access continues when a renewal failed or its payment is not known yet. */
export const GRACE_MS = 7 * DAY_MS;
/** How long a trip pass is valid. */
export const TRIP_MS = 30 * DAY_MS;

/** A bought pass as it is stored, computed from the provider's state. */
export interface PassFacts {
  providerRef: string;
  source: 'subscription' | 'purchase';
  plan: PassPlan;
  tier: 'premium' | 'lifetime';
  checkoutId: string | null;
  startsAt: Date;
  /** When access ends if nothing changes, grace included; null for never. */
  endsAt: Date | null;
  /** Whether its last payment was fully refunded, or lost to a dispute. */
  isRevoked: boolean;
  status: 'live' | 'past_due' | 'ended';
  periodStart: Date | null;
  periodEnd: Date | null;
  renews: boolean;
  /** When the present period began by a renewal; null for the first one, and after a change of plan. */
  renewedAt: Date | null;
  amountMinor: number;
  currency: Currency;
  paymentRef: string | null;
  paidMinor: number;
  refundedMinor: number;
  /** The refunds due when the pass is withdrawn from. */
  returnable: RefundablePayment[];
  cardLast4: string | null;
  asksBank: boolean;
}

const isGivenBack = (payment: Payment | null) =>
  payment !== null && (payment.refundedMinor >= payment.amountMinor || payment.dispute === 'lost');

const earlier = (a: Date, b: Date) => (a < b ? a : b);
const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

/**
 * Computes the passes that a customer has bought from the payment provider's state alone, with the time to withdraw in
 * their time zone; subscriptions that were never paid are left out.
 */
export function computePasses(state: ProviderState, timeZone: string): PassFacts[] {
  return [
    ...state.subscriptions.flatMap((subscription) => toSubscriptionPass(subscription, timeZone)),
    ...state.purchases.map((purchase) => toPurchasePass(purchase, state, timeZone)),
  ];
}

function toSubscriptionPass(subscription: ProviderSubscription, timeZone: string): PassFacts[] {
  // Never paid: not a pass.
  if (['incomplete', 'incomplete_expired'].includes(subscription.status)) return [];
  const { id, plan, checkoutId, startedAt, periodStart, periodEnd, lastPayment } = subscription;
  return [
    {
      providerRef: id,
      source: 'subscription',
      plan,
      tier: 'premium',
      checkoutId,
      startsAt: startedAt,
      endsAt: findSubscriptionEnd(subscription),
      isRevoked: isGivenBack(lastPayment),
      status: toPassStatus(subscription),
      periodStart,
      periodEnd,
      renews: subscription.renews && subscription.endedAt === null,
      renewedAt: subscription.payments.at(-1)?.reason === 'renewal' ? periodStart : null,
      amountMinor: subscription.amountMinor,
      currency: subscription.currency,
      paymentRef: lastPayment?.id ?? null,
      paidMinor: lastPayment?.amountMinor ?? 0,
      refundedMinor: lastPayment?.refundedMinor ?? 0,
      returnable: listSubscriptionRefunds(subscription, timeZone),
      cardLast4: subscription.cardLast4,
      asksBank: subscription.asksBank,
    },
  ];
}

function toPassStatus({ status, endedAt }: ProviderSubscription): PassFacts['status'] {
  if (endedAt !== null || status === 'canceled') return 'ended';
  return status === 'active' || status === 'trialing' ? 'live' : 'past_due';
}

/**
 * Returns when the access of a subscription ends: after the paid period, plus seven days if it renews; seven days from
 * the start of an unpaid period; never later than the subscription itself ended.
 */
function findSubscriptionEnd(subscription: ProviderSubscription): Date {
  const { periodStart, periodEnd, isPeriodPaid, renews, endedAt } = subscription;
  const goesOn = renews && endedAt === null;
  const paidEnd = goesOn ? addMs(periodEnd, GRACE_MS) : periodEnd;
  const end = isPeriodPaid ? paidEnd : addMs(periodStart, GRACE_MS);
  return endedAt === null ? end : earlier(end, endedAt);
}

function toPurchasePass(
  purchase: ProviderPurchase,
  state: ProviderState,
  timeZone: string,
): PassFacts {
  const { plan, checkoutId, payment } = purchase;
  const isLifetime = plan === 'lifetime';
  const endsAt = isLifetime ? null : addMs(payment.at, TRIP_MS);
  return {
    providerRef: payment.id,
    source: 'purchase',
    plan,
    tier: isLifetime ? 'lifetime' : 'premium',
    checkoutId,
    startsAt: payment.at,
    endsAt,
    isRevoked: isGivenBack(payment),
    status: 'live',
    periodStart: payment.at,
    periodEnd: endsAt,
    renews: false,
    renewedAt: null,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    paymentRef: payment.id,
    paidMinor: payment.amountMinor,
    refundedMinor: payment.refundedMinor,
    returnable: listPurchaseRefunds(purchase, state, timeZone),
    cardLast4: null,
    asksBank: false,
  };
}

/** What must be corrected at the provider. */
export interface Corrections {
  /** Ids of subscriptions to end now. */
  end: string[];
  /** Ids of payments to refund. */
  refund: string[];
}

/**
 * Finds purchases that a customer pays for needlessly: a subscription beside a lifetime pass, or a second pass of
 * either kind. The first is kept (a paid subscription before an unpaid one); the others are to be ended or refunded. A
 * subscription older than the lifetime pass is ended without a refund, because its unused part was deducted from the
 * price.
 */
export function findCorrections({ subscriptions, purchases }: ProviderState): Corrections {
  const owned = purchases
    .filter(({ plan, payment }) => plan === 'lifetime' && !isGivenBack(payment))
    .toSorted((a, b) => a.payment.at.getTime() - b.payment.at.getTime());
  const alive = subscriptions
    .filter(({ endedAt, status }) => endedAt === null && !/^(canceled|incomplete)/.test(status))
    .toSorted(compareForKeeping);
  const [lifetime, ...moreLifetimes] = owned;
  const superfluous = lifetime ? alive : alive.slice(1);
  const bought = superfluous.filter(
    ({ startedAt }) => lifetime === undefined || startedAt >= lifetime.payment.at,
  );
  return {
    end: superfluous.map(({ id }) => id),
    refund: [
      ...moreLifetimes.map(({ payment }) => payment.id),
      ...bought.flatMap(({ lastPayment, isPeriodPaid }) =>
        lastPayment && isPeriodPaid && !isGivenBack(lastPayment) ? [lastPayment.id] : [],
      ),
    ],
  };
}

/** Sorts the subscription to keep first: a paid one, then the oldest. */
function compareForKeeping(a: ProviderSubscription, b: ProviderSubscription): number {
  return (
    Number(b.isPeriodPaid) - Number(a.isPeriodPaid) || a.startedAt.getTime() - b.startedAt.getTime()
  );
}

/** The fields of a stored pass that decide the price of a lifetime pass. */
interface StoredPass {
  source: 'sandbox' | 'grant' | 'subscription' | 'purchase';
  status: 'live' | 'past_due' | 'ended' | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  currency: Currency | null;
  paidMinor: number | null;
  refundedMinor: number | null;
}

/**
 * Computes, in minor units such as cents, what a lifetime pass costs the owner of a subscription: its price less the
 * unused whole days of the paid period, at least 50. Null unless `pass` is a live subscription in the same currency.
 */
export function computeLifetimeMinor(
  pass: StoredPass,
  price: { currency: Currency; amountMinor: number },
  now: Date,
): number | null {
  const { source, status, currency, periodStart, periodEnd, paidMinor, refundedMinor } = pass;
  if (source !== 'subscription' || status !== 'live' || currency !== price.currency) return null;
  if (!periodStart || !periodEnd) return null;
  const days = Math.round((periodEnd.getTime() - periodStart.getTime()) / DAY_MS);
  const left = Math.max(0, Math.floor((periodEnd.getTime() - now.getTime()) / DAY_MS));
  const unused = Math.floor((((paidMinor ?? 0) - (refundedMinor ?? 0)) * left) / days);
  return Math.max(MIN_CHARGE_MINOR, price.amountMinor - unused);
}

/** Stripe's smallest card payment, in minor units. */
const MIN_CHARGE_MINOR = 50;
