import type Stripe from 'stripe';
import type { StoredCheckoutSession } from './checkout.ts';
import { FakeStripeError, createResourceMissingError } from './errors.ts';
import { readMapParam, readNumberParam, readTextParam } from './form.ts';
import type { ApiCall } from './listing.ts';
import { createNullFields, toStripeList } from './objects.ts';
import type { StripeState } from './state.ts';
import { applyReductionAndTax } from './tax.ts';

const isUsable = (stripe: StripeState, { active, expires_at, ...code }: Stripe.PromotionCode) =>
  active &&
  (expires_at === null || expires_at > stripe.now) &&
  (code.max_redemptions === null || code.times_redeemed < code.max_redemptions);

const findCode = (stripe: StripeState, code: string) =>
  stripe
    .list<Stripe.PromotionCode>('promotion_code')
    .find((one) => one.code.toUpperCase() === code.toUpperCase() && isUsable(stripe, one));

/** Creates a promotion code of the fake Stripe. @throws {FakeStripeError} when another active one has its letters */
export function createPromotionCode(stripe: StripeState, { params }: ApiCall) {
  const code = readTextParam(params, 'code') ?? '';
  if (findCode(stripe, code))
    throw new FakeStripeError(400, 'An active promotion code with this code already exists.');
  const serial = stripe.list('promotion_code').length + 1;
  return stripe.put<Stripe.PromotionCode>({
    ...createNullFields('customer', 'customer_account'),
    // Of the account: an id that no customer's objects have.
    id: `promo_CODE-${serial}`,
    object: 'promotion_code',
    active: true,
    code,
    created: stripe.now,
    expires_at: readNumberParam(params, 'expires_at') ?? null,
    livemode: false,
    max_redemptions: readNumberParam(params, 'max_redemptions') ?? null,
    metadata: readMapParam(params, 'metadata'),
    promotion: { type: 'coupon', coupon: readTextParam(params, 'promotion', 'coupon') ?? null },
    restrictions: {
      ...createNullFields('minimum_amount', 'minimum_amount_currency'),
      first_time_transaction: false,
    },
    times_redeemed: 0,
  });
}

/** Ends a promotion code of the fake Stripe, or makes it active again. */
export function setPromotionCodeActive(stripe: StripeState, { params }: ApiCall, id: string) {
  const code = stripe.get<Stripe.PromotionCode>(id);
  if (!code) throw createResourceMissingError(id);
  return stripe.put({ ...code, active: readTextParam(params, 'active') === 'true' });
}

/** Lists the promotion codes of the fake Stripe, the latest first, each with its coupon and as it now stands. */
export function listPromotionCodes(stripe: StripeState) {
  const codes = stripe.list<Stripe.PromotionCode>('promotion_code').map((one) => ({
    ...one,
    active: isUsable(stripe, one),
    promotion: {
      ...one.promotion,
      coupon: stripe.get<Stripe.Coupon>((one.promotion.coupon as string | null) ?? '') ?? null,
    },
  }));
  return toStripeList(
    codes.toSorted((a, b) => b.created - a.created),
    '/v1/promotion_codes',
  );
}

/** Returns what a coupon of the fake Stripe takes off an amount. @throws {FakeStripeError} when it is for something else */
export function computeCouponReduction(
  stripe: StripeState,
  id: string,
  { amount, currency, product }: { amount: number; currency: string; product: string },
): number {
  const coupon = stripe.get<Stripe.Coupon>(id);
  if (!coupon) throw createResourceMissingError(id);
  const products = coupon.applies_to?.products ?? [];
  if (products.length > 0 && !products.includes(product))
    throw new FakeStripeError(400, `Coupon ${id} is for something else.`);
  if (coupon.percent_off !== null) return Math.round((amount * coupon.percent_off) / 100);
  if (coupon.currency !== currency)
    throw new FakeStripeError(400, `Coupon ${id} is not in the currency of the session.`);
  return Math.min(amount, coupon.amount_off ?? 0);
}

/**
 * Lowers the amount of an open page of the fake Stripe by a code that a person typed on it.
 * @throws {FakeStripeError} when the page takes none, or the code is unknown, over or for something else
 */
export function applyPromotionCode(
  stripe: StripeState,
  session: StoredCheckoutSession,
  typed: string,
) {
  if (session.status !== 'open' || !session.allow_promotion_codes)
    throw new FakeStripeError(400, 'This page takes no codes.');
  const code = findCode(stripe, typed);
  if (!code) throw new FakeStripeError(404, 'This code is invalid.');
  const off = computeCouponReduction(
    stripe,
    code.promotion.coupon as string,
    session.fixture.terms,
  );
  session.fixture.promotion = code.id;
  return applyReductionAndTax(stripe, session, off);
}

/** Counts the use of the code with which a page of the fake Stripe was paid. */
export function recordPromotionRedemption(
  stripe: StripeState,
  { fixture }: StoredCheckoutSession,
): void {
  const code = stripe.get<Stripe.PromotionCode>(fixture.promotion ?? '');
  if (code) stripe.put({ ...code, times_redeemed: code.times_redeemed + 1 });
}
