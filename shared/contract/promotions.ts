import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { currency, id, instant, okReply, passPlan } from './fields.ts';

/** A code as people type it: "Valid characters are" letters, "digits (0-9), and dashes (-)" (Stripe, promotion codes). */
const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{3,40}$/, { message: 'invalid_code' });
const promotionId = z.string().regex(/^[\w-]{1,80}$/);

const promotion = z.object({
  id: promotionId,
  code: z.string(),
  /** One of the two: a percentage, 100 for nothing to pay, or an amount in one currency. */
  percentOff: z.number().nullable(),
  amountOffMinor: z.int().nullable(),
  currency: currency.nullable(),
  /** The plan that it is for; null for each. */
  plan: passPlan.nullable(),
  isActive: z.boolean(),
  endsAt: instant.nullable(),
  maxUses: z.int().nullable(),
  timesUsed: z.int(),
});
export type StudioPromotionCode = z.infer<typeof promotion>;

export const listPromotions = declareEndpoint({
  method: 'GET',
  path: '/api/admin/promotions',
  access: 'admin',
  summary: 'The promotion codes, as the provider of payments keeps them, the latest first',
  replies: { 200: z.object({ promotions: z.array(promotion).max(100) }) },
});

const newPromotion = {
  /** Made up by the page, so that a repeated request creates no second code. */
  id,
  code,
  plan: passPlan.nullable(),
  endsAt: instant.nullable(),
  maxUses: z.int().min(1).max(1_000_000).nullable(),
};

export const createPromotion = declareEndpoint({
  method: 'POST',
  path: '/api/admin/promotions',
  access: 'admin',
  fresh: true,
  summary:
    'Create a code that lowers the first payment, to nothing as well, for whoever types it at the payment',
  body: z.union([
    z.strictObject({ ...newPromotion, percentOff: z.int().min(1).max(100) }),
    z.strictObject({ ...newPromotion, amountOffMinor: z.int().min(1).max(100_000_000), currency }),
  ]),
  replies: { 201: okReply },
});

export const endPromotion = declareEndpoint({
  method: 'POST',
  path: '/api/admin/promotions/:id/end',
  access: 'admin',
  fresh: true,
  summary: 'End a promotion code for good; who has used it keeps what it gave',
  params: z.object({ id: promotionId }),
  replies: { 200: okReply },
});
