import type { Currency, Plan } from '#shared/contract/fields.ts';
import {
  listPurchaseRefunds,
  listSubscriptionRefunds,
  type Returnable,
} from './withdrawal/policy.ts';

export type DisputeState = 'none' | 'open' | 'won' | 'lost';

/** Under which a plan stands in the account of the provider; what people read is in the catalogues. */
export const PLAN_NAMES: Record<Plan, string> = {
  monthly: 'Monthly pass',
  yearly: 'Yearly pass',
  lifetime: 'Lifetime pass',
  trip: 'Trip pass',
};

/** A payment that was made. */
export interface Payment {
  id: string;
  at: Date;
  amountMinor: number;
  refundedMinor: number;
  currency: Currency;
  dispute: DisputeState;
}

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  id: string;
  plan: 'monthly' | 'yearly';
  checkoutId: string | null;
  status: string;
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  /** Whether the present period was paid, or nothing was asked for it. */
  isPeriodPaid: boolean;
  renews: boolean;
  endedAt: Date | null;
  /** What the next period costs. */
  amountMinor: number;
  currency: Currency;
  lastPayment: Payment | null;
  /** Every payment, the first one first, what it was for, and what was deducted from it for time that was paid before. */
  payments: { payment: Payment; reason: 'order' | 'change' | 'renewal'; creditMinor: number }[];
  cardLast4: string | null;
  /** The present period is not paid because a bank waits for its customer to confirm. */
  asksBank: boolean;
}

/** A pass that was paid once. */
export interface ProviderPurchase {
  plan: Plan;
  checkoutId: string | null;
  payment: Payment;
  /** The subscription whose unused part was deducted from the price. */
  replaced: { subscriptionId: string; creditMinor: number } | null;
}

/** Everything the provider knows of a customer, now. */
export interface ProviderState {
  subscriptions: ProviderSubscription[];
  purchases: ProviderPurchase[];
  /** Our ids of the checkouts that were completed. */
  finishedCheckouts: string[];
}

const DAY_MS = 86_400_000;
/** How long access goes on when a renewal fails, or when we have not heard yet that it was paid. */
export const GRACE_MS = 7 * DAY_MS;
/** How long a trip pass is valid. */
export const TRIP_MS = 30 * DAY_MS;

/** A pass as it is stored of what was bought. */
export interface PassFacts {
  providerRef: string;
  source: 'subscription' | 'purchase';
  plan: Plan;
  tier: 'premium' | 'lifetime';
  checkoutId: string | null;
  startsAt: Date;
  /** When access ends if nothing changes, grace included; null never. */
  endsAt: Date | null;
  /** The payment was given back, or lost to a dispute. */
  isRevoked: boolean;
  status: 'live' | 'past_due' | 'ended';
  periodStart: Date | null;
  periodEnd: Date | null;
  renews: boolean;
  amountMinor: number;
  currency: Currency;
  paymentRef: string | null;
  paidMinor: number;
  refundedMinor: number;
  /** What goes back when the pass is given back, and until when. */
  returnable: Returnable[];
  cardLast4: string | null;
  asksBank: boolean;
}

const isGivenBack = (payment: Payment | null) =>
  payment !== null && (payment.refundedMinor >= payment.amountMinor || payment.dispute === 'lost');

const earlier = (a: Date, b: Date) => (a < b ? a : b);
const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Computes the passes of a customer from what the provider knows now, whatever was stored before. */
export function toPasses(state: ProviderState): PassFacts[] {
  return [
    ...state.subscriptions.flatMap(toSubscriptionPass),
    ...state.purchases.map((purchase) => toPurchasePass(purchase, state)),
  ];
}

function toSubscriptionPass(subscription: ProviderSubscription): PassFacts[] {
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
      amountMinor: subscription.amountMinor,
      currency: subscription.currency,
      paymentRef: lastPayment?.id ?? null,
      paidMinor: lastPayment?.amountMinor ?? 0,
      refundedMinor: lastPayment?.refundedMinor ?? 0,
      returnable: listSubscriptionRefunds(subscription),
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
 * When the access of a subscription ends: a paid period lasts to its end, and seven days longer where it renews; an
 * unpaid one seven days from its start; and one that was ended, then at the latest.
 */
function findSubscriptionEnd(subscription: ProviderSubscription): Date {
  const { periodStart, periodEnd, isPeriodPaid, renews, endedAt } = subscription;
  const goesOn = renews && endedAt === null;
  const paidEnd = goesOn ? addMs(periodEnd, GRACE_MS) : periodEnd;
  const end = isPeriodPaid ? paidEnd : addMs(periodStart, GRACE_MS);
  return endedAt === null ? end : earlier(end, endedAt);
}

function toPurchasePass(purchase: ProviderPurchase, state: ProviderState): PassFacts {
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
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    paymentRef: payment.id,
    paidMinor: payment.amountMinor,
    refundedMinor: payment.refundedMinor,
    returnable: listPurchaseRefunds(purchase, state),
    cardLast4: null,
    asksBank: false,
  };
}

/** What has to be put right at the provider. */
export interface Corrections {
  /** Subscriptions to end now. */
  end: string[];
  /** Payments to give back. */
  refund: string[];
}

/**
 * Finds what somebody pays for and does not need: a subscription beside a lifetime pass, a second lifetime pass, a second
 * subscription. The first one stays; what the others took is given back, and they end. A subscription that was left
 * for a lifetime pass ends without it, because its unused part was deducted from the price.
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

/** The one to keep comes first: one that is paid, then the oldest. */
function compareForKeeping(a: ProviderSubscription, b: ProviderSubscription): number {
  return (
    Number(b.isPeriodPaid) - Number(a.isPeriodPaid) || a.startedAt.getTime() - b.startedAt.getTime()
  );
}

/** What decides about a stored pass. */
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
 * Computes what a lifetime pass costs somebody with a subscription: its price less what is unused of the paid period,
 * in whole days. Null where the pass is no paid subscription in that currency.
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

/** Stripe takes no card payment below half a euro. */
const MIN_CHARGE_MINOR = 50;
