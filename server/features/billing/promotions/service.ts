import { Stripe } from 'stripe';
import { AppError } from '#server/http/errors.ts';
import type { PassPlan } from '#shared/contract/fields.ts';
import { PROVIDER_PLAN_NAMES } from '../policy.ts';
import {
  buildIdempotencyKey,
  ensureActiveProduct,
  isStripeErrorWithCode,
  sendWithIdempotencyKeyAndRetryOnce,
} from '../stripe/service.ts';

/** Runs calls to the provider and translates their errors. */
type Call = <T>(work: () => Promise<T>) => Promise<T>;

/** What a new code gives, to whom and for how long. */
export interface NewPromotionCode {
  id: string;
  code: string;
  plan: PassPlan | null;
  endsAt: Date | null;
  maxUses: number | null;
  off: { percent: number } | { amountMinor: number; currency: string };
}

/** Marks the codes that were made here, so that others of the same account are left alone. */
const OURS = 'envol';
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Creates the provider's calls about promotion codes, which it keeps, checks at the payment, and counts. */
export const createPromotionCodeCalls = (stripe: Stripe, call: Call) => ({
  /** Lists the latest 100 promotion codes that were made here, with what they take off. */
  listPromotions: () =>
    call(async () => {
      const { data } = await stripe.promotionCodes.list({
        limit: 100,
        expand: ['data.promotion.coupon'],
      });
      return data.filter(({ metadata }) => metadata?.['made_by'] === OURS);
    }),

  /**
   * Creates a code for the first payment; again with the same `id` and the same content, it creates no second one.
   * @throws conflict (another code with these letters is active)
   */
  createPromotion: (given: NewPromotionCode) =>
    call(async () => {
      const { id, code, plan, endsAt, maxUses, off } = given;
      const products =
        plan === null ? [] : [await ensureActiveProduct(stripe, plan, PROVIDER_PLAN_NAMES[plan])];
      const couponParams: Stripe.CouponCreateParams = {
        duration: 'once',
        name: code,
        ...('percent' in off
          ? { percent_off: off.percent }
          : { amount_off: off.amountMinor, currency: off.currency.toLowerCase() }),
        ...(products.length > 0 && { applies_to: { products } }),
      };
      const coupon = await sendWithIdempotencyKeyAndRetryOnce(
        buildIdempotencyKey(`promotion-coupon:${id}`, couponParams),
        (key) => stripe.coupons.create(couponParams, { idempotencyKey: key }),
      );
      const request = buildIdempotencyKey(id, { ...couponParams, endsAt, maxUses });
      const params: Stripe.PromotionCodeCreateParams = {
        promotion: { type: 'coupon', coupon: coupon.id },
        code,
        metadata: { made_by: OURS, plan: plan ?? '', request },
        ...(endsAt && { expires_at: toSeconds(endsAt) }),
        ...(maxUses !== null && { max_redemptions: maxUses }),
      };
      await sendWithIdempotencyKeyAndRetryOnce(
        buildIdempotencyKey(`promotion:${id}`, params),
        (key) => stripe.promotionCodes.create(params, { idempotencyKey: key }),
      ).catch(async (error: unknown) => {
        // "this code must be unique across all active promotion codes"
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // An error may have been the answer though it was made.
        const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 10 });
        if (!data.some((one) => one.code === code && one.metadata?.['request'] === request))
          throw new AppError('conflict', undefined, { cause: error });
      });
    }),

  /** Ends a promotion code for good. @throws not_found */
  endPromotion: (id: string) =>
    call(async () => {
      try {
        return await stripe.promotionCodes.update(id, { active: false });
      } catch (cause) {
        if (isStripeErrorWithCode(cause, 'resource_missing'))
          throw new AppError('not_found', undefined, { cause });
        throw cause;
      }
    }),
});
