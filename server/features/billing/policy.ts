import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import { computeSubscriptionAccessEnd, getSubscriptionPassStatus } from './access-end/policy.ts';
import { describeLastPayment } from './credits/policy.ts';
import {
  listOneTimePassRefundsWithDeadlines,
  listSubscriptionRefundsWithDeadlines,
  type WithdrawalRefundWithDeadline,
} from './withdrawal/policy.ts';

export type DisputeState = 'none' | 'open' | 'won' | 'lost';

/** Product names of the plans at the provider; the pages use the catalogues. */
export const PROVIDER_PLAN_NAMES: Record<PassPlan, string> = {
  monthly: 'Monthly pass',
  yearly: 'Yearly pass',
  lifetime: 'Lifetime pass',
  trip: 'Trip pass',
};

/** A bank's claim that a payment was not due, or its question about one. */
export interface Dispute {
  id: string;
  status: string;
  reason: string;
  amountMinor: number;
  openedAt: Date;
  dueBy: Date | null;
}

export interface Payment {
  id: string;
  at: Date;
  amountMinor: number;
  refundedMinor: number;
  /** What a bank holds or took back by a dispute that is not won. */
  disputedMinor: number;
  currency: Currency;
  dispute: DisputeState;
  disputes: Dispute[];
  /** Refunds of it that the bank sent back; they are not part of `refundedMinor`. */
  failedRefunds: { refundId: string; amountMinor: number }[];
}

/** A change to the yearly plan, or the end of a pause, that is made once its invoice is paid; nothing is before. */
export interface UnpaidPassChange {
  kind: 'yearly' | 'resume';
  invoiceId: string;
  /** The page where it is paid, and confirmed with the bank; until `expiresAt`. */
  url: string;
  expiresAt: Date;
  /** Whether the bank refused, rather than waits. */
  isRefused: boolean;
}

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
  /** The end of the last period that was paid; its start where none ever was. */
  paidUntil: Date;
  renews: boolean;
  /** When it is going to end, where that was chosen; null while it isn't. */
  endsOn: Date | null;
  endedAt: Date | null;
  /** Its price, and what of it the next payment costs, discounts deducted. */
  amountMinor: number;
  dueMinor: number;
  /** The credit in the customer's balance, which their next payment costs less; below 0 where it costs more. */
  balanceMinor: number;
  currency: Currency;
  lastPayment: Payment | null;
  /** The tax that the last payment contains, in minor units; null where Stripe computed none. */
  taxMinor: number | null;
  /**
   * Every payment, the earliest first, with its reason, the credit deducted from it for time already paid, when it had come
   * (a bank debit takes days), and until when it paid.
   */
  payments: {
    payment: Payment;
    reason: 'order' | 'change' | 'renewal';
    creditMinor: number;
    paidAt: Date;
    until: Date;
  }[];
  cardLast4: string | null;
  /** Whether the present period is unpaid because the bank waits for the customer's confirmation. */
  asksBank: boolean;
  /** The bank's code for refusing the payment of the present period; null where it is paid, or none is known. */
  declineCode: string | null;
  /** Until when its payments are paused: the instant of the next one; null while they are not. */
  pausedUntil: Date | null;
  /** Until when a pause is to be made again that was lifted for a payment which never came; null without one. */
  lapsedPause: Date | null;
  /** The plan with which it goes on after its paid period, and its price, if another one. */
  next: { plan: 'monthly'; amountMinor: number } | null;
  pendingChange: UnpaidPassChange | null;
}

export interface ProviderOneTimePass {
  plan: PassPlan;
  checkoutId: string | null;
  payment: Payment;
  taxMinor: number | null;
  orderedAt: Date;
  /** The subscription that it replaces, and what was deducted from the price for its unused part. */
  replaced: { subscriptionId: string; creditMinor: number } | null;
}

/** A pass that was paid once for another person. */
export interface ProviderGift {
  plan: PassPlan;
  /** The tax in it; null where Stripe computed none. */
  taxMinor: number | null;
  checkoutId: string | null;
  payment: Payment;
}

export interface CustomerState {
  subscriptions: ProviderSubscription[];
  purchases: ProviderOneTimePass[];
  gifts: ProviderGift[];
  /** The ids, in our database, of the completed checkouts. */
  finishedCheckouts: string[];
}

/** Lists all payments of a customer, each once. */
export const listPayments = ({ subscriptions, purchases, gifts }: CustomerState): Payment[] => [
  ...subscriptions.flatMap(({ payments }) => payments.map(({ payment }) => payment)),
  ...purchases.map(({ payment }) => payment),
  ...gifts.map(({ payment }) => payment),
];

const DAY_MS = 86_400_000;
export const TRIP_PASS_DURATION_MS = 30 * DAY_MS;

/** An unpaid change as it is stored: `expiresAt` in ISO 8601; without a kind it is one to the yearly plan. */
export type StoredUnpaidChange = Omit<UnpaidPassChange, 'expiresAt' | 'kind'> &
  Partial<Pick<UnpaidPassChange, 'kind'>> & { expiresAt: string };

/** A bought pass as it is stored, computed from the provider's state. */
export interface ComputedPass {
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
  paidUntil: Date | null;
  renews: boolean;
  /** When the present period began by a renewal; null for the first one, and after a change of plan. */
  renewedAt: Date | null;
  amountMinor: number;
  currency: Currency;
  paymentRef: string | null;
  paidMinor: number;
  /** The tax in it, which receipts name; null where Stripe computed none. */
  taxMinor: number | null;
  refundedMinor: number;
  /** What it had credited of the payment before, as of a month that became a year. */
  creditedMinor: number;
  /** The refunds due when the pass is withdrawn from. */
  returnable: WithdrawalRefundWithDeadline[];
  cardLast4: string | null;
  asksBank: boolean;
  declineCode: string | null;
  pausedUntil: Date | null;
  nextPlan: 'monthly' | null;
  pendingChange: StoredUnpaidChange | null;
  /** The pass that had taken it over and went back, with its payment, where its paid time came back by that. */
  restored?: { plan: PassPlan; payment: Payment };
}

/** Returns whether a payment was refunded in full, or lost to a dispute. */
export const isFullyRefundedOrLost = (payment: Payment | null) =>
  payment !== null &&
  payment.amountMinor > 0 &&
  (payment.refundedMinor >= payment.amountMinor || payment.dispute === 'lost');

/** Returns whether what was left of a payment was refunded and sent back by the bank: the refund is to be made again. */
export const isRefundOwedAgain = ({ amountMinor, refundedMinor, failedRefunds }: Payment) =>
  refundedMinor < amountMinor &&
  failedRefunds.some((one) => one.amountMinor >= amountMinor - refundedMinor);

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

/**
 * Computes the passes that a customer has bought from the payment provider's state alone, with the time to withdraw in
 * their time zone; subscriptions that were never paid are left out.
 */
export function computePasses(state: CustomerState, timeZone: string): ComputedPass[] {
  return [
    ...state.subscriptions.flatMap((subscription) => toSubscriptionPass(subscription, timeZone)),
    ...state.purchases.map((purchase) => toPurchasePass(purchase, state, timeZone)),
  ];
}

function toSubscriptionPass(subscription: ProviderSubscription, timeZone: string): ComputedPass[] {
  // Never paid: not a pass.
  if (['incomplete', 'incomplete_expired'].includes(subscription.status)) return [];
  const { id, plan, checkoutId, startedAt, periodStart, periodEnd, lastPayment } = subscription;
  const { pendingChange: pending, status, endsOn } = subscription;
  return [
    {
      providerRef: id,
      source: 'subscription',
      plan,
      tier: 'premium',
      checkoutId,
      startsAt: startedAt,
      endsAt: computeSubscriptionAccessEnd(subscription),
      isRevoked: isFullyRefundedOrLost(lastPayment),
      status: getSubscriptionPassStatus(subscription),
      periodStart,
      // The operator may have chosen an earlier day.
      periodEnd: endsOn && endsOn < periodEnd ? endsOn : periodEnd,
      paidUntil: subscription.isPeriodPaid ? periodEnd : subscription.paidUntil,
      // "Invoices continue to generate, but payments aren't attempted" of one that is unpaid; none are made of one that is paused.
      renews:
        subscription.renews &&
        subscription.endedAt === null &&
        status !== 'unpaid' &&
        status !== 'paused',
      renewedAt: subscription.payments.at(-1)?.reason === 'renewal' ? periodStart : null,
      amountMinor: Math.max(
        0,
        (subscription.next?.amountMinor ?? subscription.dueMinor) - subscription.balanceMinor,
      ),
      currency: subscription.currency,
      ...describeLastPayment(subscription),
      taxMinor: subscription.taxMinor,
      returnable: listSubscriptionRefundsWithDeadlines(subscription, timeZone),
      cardLast4: subscription.cardLast4,
      asksBank: subscription.asksBank,
      declineCode: subscription.declineCode,
      pausedUntil: subscription.endedAt === null ? subscription.pausedUntil : null,
      nextPlan: subscription.next?.plan ?? null,
      pendingChange: pending && { ...pending, expiresAt: pending.expiresAt.toISOString() },
    },
  ];
}

function toPurchasePass(
  purchase: ProviderOneTimePass,
  state: CustomerState,
  timeZone: string,
): ComputedPass {
  const { plan, checkoutId, payment } = purchase;
  const isLifetime = plan === 'lifetime';
  const endsAt = isLifetime ? null : addMs(payment.at, TRIP_PASS_DURATION_MS);
  return {
    providerRef: payment.id,
    source: 'purchase',
    plan,
    tier: isLifetime ? 'lifetime' : 'premium',
    checkoutId,
    startsAt: payment.at,
    endsAt,
    isRevoked: isFullyRefundedOrLost(payment),
    status: 'live',
    periodStart: payment.at,
    periodEnd: endsAt,
    paidUntil: endsAt,
    renews: false,
    renewedAt: null,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    ...describeLastPayment({ lastPayment: payment, payments: [] }),
    taxMinor: purchase.taxMinor,
    returnable: listOneTimePassRefundsWithDeadlines(purchase, state, timeZone),
    cardLast4: null,
    asksBank: false,
    declineCode: null,
    pausedUntil: null,
    nextPlan: null,
    pendingChange: null,
  };
}
