import type Stripe from 'stripe';

/**
 * Returns what the next payment of a subscription costs, in minor units: a price, its own by default, less the discounts that go on. A coupon
 * is valid "once, for a set number of months, or indefinitely" (https://docs.stripe.com/billing/subscriptions/coupons);
 * one that is valid once has lowered the first payment.
 */
export function computeNextPaymentMinor(
  { discounts, currency }: Stripe.Subscription,
  { price, current_period_end: at }: Stripe.SubscriptionItem,
  priceMinor = price.unit_amount ?? 0,
): number {
  return discounts.reduce((amount, discount) => {
    if (typeof discount === 'string' || (discount.end !== null && discount.end <= at))
      return amount;
    const { coupon } = discount.source;
    if (coupon === null || typeof coupon === 'string' || coupon.duration === 'once') return amount;
    const { percent_off: percent, amount_off: off } = coupon;
    if (percent !== null) return amount - Math.round((amount * percent) / 100);
    return coupon.currency === currency ? Math.max(0, amount - (off ?? 0)) : amount;
  }, priceMinor);
}
