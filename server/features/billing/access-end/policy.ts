import type { ComputedPass, ProviderSubscription } from '../policy.ts';

/** How long access continues when a renewal failed or its payment is not known yet. */
const PAYMENT_GRACE_MS = 7 * 86_400_000;

const getEarlier = (a: Date, b: Date) => (a < b ? a : b);
const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Returns the status of the pass that a subscription is. */
export function getSubscriptionPassStatus({
  status,
  endedAt,
}: ProviderSubscription): ComputedPass['status'] {
  if (endedAt !== null || status === 'canceled') return 'ended';
  return status === 'active' || status === 'trialing' ? 'live' : 'past_due';
}

/**
 * Returns when the access of a subscription ends: after the paid period, plus seven days if it renews, also while a payment is
 * tried again; at its end once Stripe tries no longer (`unpaid`, `paused`), and where it was stopped; never later than the subscription itself
 * ended, or is going to.
 */
export function computeSubscriptionAccessEnd(subscription: ProviderSubscription): Date {
  const { periodEnd, paidUntil, isPeriodPaid, status, renews, endedAt, startedAt } = subscription;
  const isPaused = subscription.pausedUntil !== null;
  const goesOn = renews && endedAt === null && !isPaused;
  const paidEnd = goesOn ? addMs(periodEnd, PAYMENT_GRACE_MS) : periodEnd;
  // "Revoke access to your product when the subscription is `unpaid` because payments were already attempted and
  // retried while `past_due`." (https://docs.stripe.com/billing/subscriptions/overview)
  // A first payment that fails days later, by a bank debit, is no renewal.
  // "Pause subscriptions after a payment failure to stop service delivery and invoice generation"
  // (https://docs.stripe.com/billing/revenue-recovery/smart-retries/pause-on-payment-failure)
  const isGivenUp = status === 'unpaid' || status === 'paused';
  const hasGrace = goesOn && !isGivenUp && paidUntil > startedAt;
  const unpaidEnd = hasGrace ? addMs(paidUntil, PAYMENT_GRACE_MS) : paidUntil;
  const end = isPeriodPaid ? paidEnd : unpaidEnd;
  const stop = endedAt ?? subscription.endsOn;
  return stop === null ? end : getEarlier(end, stop);
}
