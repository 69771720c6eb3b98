import type Stripe from 'stripe';
import { computeNextPaymentMinor } from '../discounts/wire.ts';
import type { ProviderSubscription } from '../policy.ts';
import { computeFirstChargeDateFrom } from './policy.ts';

const toDate = (seconds: number) => new Date(seconds * 1000);

/**
 * Writes, for a subscription's metadata, until when its payments were paused (seconds), while the bank is asked about the
 * payment that ends the pause. It counts in the present period alone: the next one, or a paid one, begins anew.
 */
export const formatPauseMetadata = (resumesAt: number, periodStart: number) =>
  `${resumesAt} in ${periodStart}`;

/** Reads a pause that was lifted for a payment, in the present period (seconds); null without one. */
function readPauseNote({ metadata }: Stripe.Subscription, periodStart: Date): number | null {
  const [, resumesAt, period] = /^(\d{10}) in (\d{10})$/.exec(metadata['paused_until'] ?? '') ?? [];
  return Number(period) * 1000 === periodStart.getTime() ? Number(resumesAt) : null;
}

/**
 * Returns until when a pause is to be made again that was lifted for a payment which never came; null without one, and
 * while it may come.
 */
export function findPauseEndToRestore(
  subscription: Stripe.Subscription,
  periodStart: Date,
): Date | null {
  const { pause_collection: pause, pending_update: update, status } = subscription;
  if (pause !== null || update !== null || status !== 'active') return null;
  const resumesAt = readPauseNote(subscription, periodStart);
  return resumesAt === null ? null : toDate(resumesAt);
}

/**
 * Returns when a paused subscription is charged next; null when it is not paused, or that has come. A pause counts until
 * the payment that ends it is made.
 */
export function computePauseEnd(subscription: Stripe.Subscription, periodStart: Date): Date | null {
  const resumesAt =
    subscription.pause_collection?.resumes_at ?? readPauseNote(subscription, periodStart);
  if (!resumesAt) return null;
  const anchor = toDate(subscription.billing_cycle_anchor);
  // Envol pauses months alone; a year is paused in Stripe's dashboard.
  const isYearly = subscription.items.data[0]?.price.recurring?.interval === 'year';
  const next = computeFirstChargeDateFrom(anchor, toDate(resumesAt), isYearly ? 12 : 1);
  return next > periodStart ? next : null;
}

/**
 * Returns the plan with which a subscription goes on, and what its first payment costs, as long as its schedule at Stripe says
 * that it does.
 */
export function readScheduledPlan(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): ProviderSubscription['next'] {
  const { schedule } = subscription;
  const metadata = typeof schedule === 'object' ? schedule?.metadata : null;
  const { next_plan: plan, next_amount: amount = '' } = metadata ?? {};
  return item.price.recurring?.interval === 'year' && plan === 'monthly' && /^\d{1,9}$/.test(amount)
    ? { plan, amountMinor: computeNextPaymentMinor(subscription, item, Number(amount)) }
    : null;
}
