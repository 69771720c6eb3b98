import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { computeNextPaymentMinor } from './wire.ts';

const END = 1_790_000_000;
const item = { price: { unit_amount: 1999 }, current_period_end: END } as Stripe.SubscriptionItem;
const read = (coupon: object, end: number | null = null) =>
  computeNextPaymentMinor(
    {
      currency: 'cad',
      discounts: [{ end, source: { coupon: { percent_off: null, amount_off: null, ...coupon } } }],
    } as unknown as Stripe.Subscription,
    item,
  );

it('a code that is valid for good, or beyond the next payment, lowers it', () => {
  expect(read({ duration: 'forever', percent_off: 25 })).toBe(1499);
  expect(read({ duration: 'repeating', percent_off: 25 }, END + 1)).toBe(1499);
  expect(read({ duration: 'forever', amount_off: 500, currency: 'cad' })).toBe(1499);
  expect(read({ duration: 'forever', amount_off: 5000, currency: 'cad' })).toBe(0);
});

it('one that was valid once, is over by then, or is in another currency lowers nothing', () => {
  expect(read({ duration: 'once', percent_off: 25 })).toBe(1999);
  expect(read({ duration: 'repeating', percent_off: 25 }, END)).toBe(1999);
  expect(read({ duration: 'forever', amount_off: 500, currency: 'eur' })).toBe(1999);
});
