import { type StripeAccount, findOrRefuse, StripeRefusal } from './account.ts';
import type { Coupon, Discount, PromotionCode } from './discount-objects.ts';
import { type FormHash, readHash, readList, readMetadata, readNumber, readText } from './form.ts';
import type { Price } from './objects.ts';
import { addMonthsToAnchorSeconds } from './periods.ts';

/** The products that a coupon is for, which Stripe shows only where `applies_to` is expanded; everything where there are none. */
const products = new WeakMap<Coupon, readonly string[]>();

export function createCoupon(account: StripeAccount, form: FormHash): Coupon {
  const base = account.make('coupons', 'coupon');
  const coupon: Coupon = {
    ...base,
    id: readText(form, 'id') ?? base.id,
    percent_off: readNumber(form, 'percent_off') ?? null,
    amount_off: readNumber(form, 'amount_off') ?? null,
    currency: readText(form, 'currency')?.toLowerCase() ?? null,
    duration: (readText(form, 'duration') ?? 'once') as 'once',
    duration_in_months: readNumber(form, 'duration_in_months') ?? null,
    max_redemptions: readNumber(form, 'max_redemptions') ?? null,
    redeem_by: readNumber(form, 'redeem_by') ?? null,
    times_redeemed: 0,
    name: readText(form, 'name') ?? null,
    metadata: readMetadata(form),
    valid: true,
  };
  const only = readList(readHash(form, 'applies_to'), 'products') as string[];
  if (only.length > 0) products.set(coupon, only);
  account.coupons.set(coupon.id, coupon);
  return coupon;
}

export const findCouponOrRefuse = (account: StripeAccount, discount: FormHash): Coupon =>
  findOrRefuse(account.coupons, readText(discount, 'coupon') ?? '', 'coupon');

/** `applies_to` of a coupon, where it is expanded. */
export const getCouponProducts = (coupon: Coupon) => products.get(coupon);

/**
 * "Deleting a coupon does not affect any customers who have already applied the coupon; it means that new customers can't
 * redeem the coupon" (Stripe API, Delete a coupon): the object stays for the discounts that were made from it.
 */
export function deleteCoupon(account: StripeAccount, coupon: Coupon): void {
  coupon.valid = false;
  account.deletedCoupons.add(coupon.id);
  account.emit('coupon.deleted', coupon);
}

/** Whether a coupon can be redeemed now: "Taking account of the above properties, whether this coupon can still be applied". */
function isValid(account: StripeAccount, coupon: Coupon): boolean {
  if (account.deletedCoupons.has(coupon.id)) return false;
  if (coupon.redeem_by !== null && coupon.redeem_by <= account.now()) return false;
  return coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
}

/**
 * "The promotion code … will expire", "maximum number of times this promotion code can be redeemed" (Stripe API, The
 * Promotion Code object). "Active: … a promotion code is only active if the coupon is also valid".
 */
export function createPromotionCode(account: StripeAccount, form: FormHash): PromotionCode {
  const coupon = findCouponOrRefuse(account, readHash(form, 'promotion'));
  const code = readText(form, 'code') ?? `CODE${account.promotions.size + 1}`;
  if (!isValid(account, coupon))
    throw new StripeRefusal(400, `No such coupon: '${coupon.id}'`, 'resource_missing');
  if ([...account.promotions.values()].some((one) => one.active && one.code === code))
    throw new StripeRefusal(
      400,
      `An active promotion code with \`code: ${code}\` already exists.`,
      'resource_already_exists',
    );
  const promotion: PromotionCode = {
    ...account.make('promotions', 'promotion_code'),
    active: true,
    code,
    customer: readText(form, 'customer') ?? null,
    expires_at: readNumber(form, 'expires_at') ?? null,
    max_redemptions: readNumber(form, 'max_redemptions') ?? null,
    metadata: readMetadata(form),
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
  };
  account.promotions.set(promotion.id, promotion);
  return promotion;
}

/** Whether a person who buys at a price can use a code now; the coupon that it stands for, or null. */
export function findRedeemableCoupon(
  account: StripeAccount,
  promotion: PromotionCode,
  price: Price,
) {
  const coupon = account.coupons.get(promotion.promotion.coupon);
  if (!coupon || !promotion.active || !isValid(account, coupon)) return null;
  if (promotion.expires_at !== null && promotion.expires_at <= account.now()) return null;
  const { max_redemptions: most } = promotion;
  if (most !== null && promotion.times_redeemed >= most) return null;
  if (coupon.currency !== null && coupon.currency !== price.currency) return null;
  // "Promotion codes inherit the product restrictions of their parent coupon" (Stripe, Coupons and promotion codes).
  const only = products.get(coupon);
  return only === undefined || only.includes(price.product) ? coupon : null;
}

/** What a coupon takes off an amount. */
export function computeCouponReduction(
  { percent_off, amount_off }: Coupon,
  amount: number,
): number {
  return percent_off === null
    ? Math.min(amount, amount_off ?? 0)
    : Math.round((amount * percent_off) / 100);
}

/**
 * Applies a coupon to a subscription, or to what is bought once (null). A coupon is valid "once, for a set number of months,
 * or indefinitely" (Stripe, Coupons and promotion codes).
 */
export function createDiscount(
  account: StripeAccount,
  coupon: Coupon,
  { promotion, customer, session, subscription }: Record<string, string | null>,
): Discount {
  const start = account.now();
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null;
  const discount: Discount = {
    id: account.makeId('discounts'),
    object: 'discount',
    source: { type: 'coupon', coupon: coupon.id },
    promotion_code: promotion ?? null,
    customer: customer ?? null,
    checkout_session: session ?? null,
    subscription: subscription ?? null,
    subscription_item: null,
    invoice: null,
    invoice_item: null,
    start,
    end: months === null ? null : addMonthsToAnchorSeconds(start, months),
  };
  account.discounts.set(discount.id, discount);
  coupon.times_redeemed += 1;
  const code = account.promotions.get(promotion ?? '');
  if (code) code.times_redeemed += 1;
  return discount;
}

/** What the discounts of a subscription take off the amount of a period that begins at `start` (seconds). */
export function computeDiscountAmounts(
  account: StripeAccount,
  ids: readonly string[],
  amount: number,
  start: number,
): { amount: number; discount: string }[] {
  return ids.flatMap((id) => {
    const discount = findOrRefuse(account.discounts, id, 'discount');
    if (discount.end !== null && discount.end <= start) return [];
    const coupon = findOrRefuse(account.coupons, discount.source.coupon, 'coupon');
    return [{ amount: computeCouponReduction(coupon, amount), discount: id }];
  });
}
