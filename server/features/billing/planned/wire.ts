import type Stripe from 'stripe';
import type { ProviderSubscription } from '../policy.ts';
import { findNextCharge } from './policy.ts';

const toDate = (seconds: number) => new Date(seconds * 1000);

/** Returns when a paused subscription is charged next; null when it is not paused, or that has come. */
export function readPauseEnd(subscription: Stripe.Subscription, periodStart: Date): Date | null {
  const resumesAt = subscription.pause_collection?.resumes_at;
  if (!resumesAt) return null;
  const next = findNextCharge(toDate(subscription.billing_cycle_anchor), toDate(resumesAt));
  return next > periodStart ? next : null;
}

/** Returns the plan with which a subscription goes on, as long as a schedule at Stripe says that it does. */
export function readNext(
  { schedule, metadata }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): ProviderSubscription['next'] {
  const { next_plan: plan, next_amount: amount = '' } = metadata;
  const isPlanned = schedule !== null && item.price.recurring?.interval === 'year';
  return isPlanned && plan === 'monthly' && /^\d{1,9}$/.test(amount)
    ? { plan, amountMinor: Number(amount) }
    : null;
}
