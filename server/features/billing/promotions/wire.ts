import type Stripe from 'stripe';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import type { createPromotion, StudioPromotionCode } from '#shared/contract/promotions.ts';
import type { z } from 'zod';
import { PLANS } from '../prices/table.ts';
import type { NewPromotionCode } from './service.ts';

/** Converts a promotion code of the provider to the reply for admins. */
export function toStudioPromotionCode(promotion: Stripe.PromotionCode): StudioPromotionCode {
  const { id, code, active, expires_at: expiresAt, max_redemptions: maxUses } = promotion;
  const { coupon } = promotion.promotion;
  const terms = typeof coupon === 'object' ? coupon : null;
  return {
    id,
    code,
    percentOff: terms?.percent_off ?? null,
    amountOffMinor: terms?.amount_off ?? null,
    currency: (terms?.currency?.toUpperCase() as Currency | undefined) ?? null,
    plan: PLANS.find((one): one is PassPlan => one === promotion.metadata?.['plan']) ?? null,
    isActive: active,
    endsAt: expiresAt === null ? null : new Date(expiresAt * 1000).toISOString(),
    maxUses,
    timesUsed: promotion.times_redeemed,
  };
}

/** Converts what an admin posted to the terms of a new code. */
export function toNewPromotionCode(body: z.infer<typeof createPromotion.body>): NewPromotionCode {
  const { id, code, plan, endsAt, maxUses } = body;
  return {
    id,
    code,
    plan,
    maxUses,
    endsAt: endsAt === null ? null : new Date(endsAt),
    off:
      'percentOff' in body
        ? { percent: body.percentOff }
        : { amountMinor: body.amountOffMinor, currency: body.currency },
  };
}
