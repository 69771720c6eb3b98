import type { Stripe } from 'stripe';
import { releaseSubscriptionSchedule } from '../service.ts';
import { isSubscriptionRenewing, toStripeId } from '../wire.ts';

/**
 * Whether a renewal is still to be paid: its payment is tried again, or its invoice is a draft, which it is "for approximately one
 * hour" (https://docs.stripe.com/billing/invoices/subscription). What arrives all the same goes back, as for whatever has ended.
 */
async function isRenewalStillToBePaid(
  stripe: Stripe,
  { status, latest_invoice: latest }: Stripe.Subscription,
): Promise<boolean> {
  if (['past_due', 'unpaid', 'paused'].includes(status)) return true;
  const id = toStripeId(latest);
  if (id === null) return false;
  const {
    status: paid,
    billing_reason: reason,
    auto_advance: advances,
  } = await stripe.invoices.retrieve(id);
  const isOpen = paid === 'draft' || paid === 'open';
  return isOpen && reason === 'subscription_cycle' && advances === true;
}

/**
 * Makes a subscription end with its paid period, or renew again. One whose renewal is still to be paid has no paid time to
 * end with, and ends now: "Canceling … stops automatic collection" (https://docs.stripe.com/billing/subscriptions/cancel).
 * @throws when Stripe replies that it does not
 */
export async function setSubscriptionRenewal(
  stripe: Stripe,
  id: string,
  renews: boolean,
  reason?: string,
): Promise<void> {
  let subscription = await stripe.subscriptions.retrieve(id);
  const update = async (params: Stripe.SubscriptionUpdateParams) => {
    subscription = await stripe.subscriptions.update(id, params);
  };
  const comment = reason && { cancellation_details: { comment: reason } };
  if (!renews && subscription.status === 'canceled') return;
  if (!renews && (await isRenewalStillToBePaid(stripe, subscription))) {
    await stripe.subscriptions.cancel(id, { ...comment });
    return;
  }
  await releaseSubscriptionSchedule(stripe, subscription);
  if (isSubscriptionRenewing(subscription) === renews) return;
  if (!renews && subscription.cancel_at !== null) await update({ cancel_at: '' });
  if (!renews) await update({ cancel_at_period_end: true, ...comment });
  // One after the other, because one request may not hold both.
  if (renews && subscription.cancel_at_period_end) await update({ cancel_at_period_end: false });
  if (renews && subscription.cancel_at !== null) await update({ cancel_at: '' });
  if (isSubscriptionRenewing(subscription) !== renews)
    throw new Error('The renewal did not change.');
}
