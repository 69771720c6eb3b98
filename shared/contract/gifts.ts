import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import {
  currency,
  id,
  instant,
  buildSingleLineTextSchema,
  okReply,
  buildTextSchema,
} from './fields.ts';

/** Version of the words to which the buyer of a gift agrees (`gifts:consent` in the catalogues). */
export const GIFT_CONSENT_VERSION = '2026-11';

/** The passes that can be given; one for a trip depends on a date that the giver doesn't know. */
export const GIFT_PLANS = ['monthly', 'yearly', 'lifetime'] as const;
const giftPlan = z.enum(GIFT_PLANS);

export const startGiftCheckout = declareEndpoint({
  method: 'POST',
  path: '/api/gifts',
  access: 'onboarded',
  summary: 'Open the page where a pass for somebody else is paid, once',
  body: z.strictObject({
    plan: giftPlan,
    currency,
    /** What the page showed: refused as `price_changed` when it is another amount now. */
    amountMinor: z.int(),
    consent: z.strictObject({
      /** Knows that the right to withdraw ends when the code is redeemed. */
      withdrawalUntilRedeemed: z.literal(true),
      /** Refused as `consent_outdated` when the words are no longer today's. */
      version: buildTextSchema(20),
    }),
  }),
  replies: { 201: z.object({ url: z.string().max(4000) }) },
});

const gift = z.object({
  id,
  plan: giftPlan,
  amountMinor: z.int(),
  currency,
  boughtAt: instant,
  /** What is given to a person; null once it can't be redeemed any more. */
  code: z.string().nullable(),
  redeemedAt: instant.nullable(),
  /** When the buyer withdrew from it, or it was refunded. */
  returnedAt: instant.nullable(),
  /** Until when the buyer can withdraw from it; null where they can't. */
  withdrawUntil: instant.nullable(),
});
export type OwnGift = z.infer<typeof gift>;

export const listGifts = declareEndpoint({
  method: 'GET',
  path: '/api/gifts',
  access: 'onboarded',
  summary: 'The passes that the person has bought for others, the newest first',
  replies: { 200: z.object({ gifts: z.array(gift).max(50) }) },
});

export const withdrawGift = declareEndpoint({
  method: 'POST',
  path: '/api/gifts/:id/withdrawal',
  access: 'onboarded',
  summary:
    'Give back a gift that nobody has redeemed, within the time to withdraw; what was paid is returned',
  params: z.object({ id }),
  replies: { 200: okReply },
});

const giftOfPerson = gift
  .omit({ code: true, withdrawUntil: true })
  .extend({ /** The provider's id of the payment. */ paymentRef: z.string() });
export type GiftOfPerson = z.infer<typeof giftOfPerson>;

export const listGiftsOfPerson = declareEndpoint({
  method: 'GET',
  path: '/api/admin/people/:id/gifts',
  access: 'support',
  summary: 'The passes that a person has bought for others, the newest first; never their codes',
  params: z.object({ id }),
  replies: { 200: z.object({ gifts: z.array(giftOfPerson).max(50) }) },
});

export const refundGift = declareEndpoint({
  method: 'POST',
  path: '/api/admin/gifts/:id/refund',
  access: 'support',
  fresh: true,
  summary:
    'Give back what was paid for a gift, and end its code or the pass that it became; again, it does nothing',
  params: z.object({ id }),
  body: z.strictObject({ reason: buildTextSchema(300) }),
  replies: { 200: okReply },
});

export const redeemGift = declareEndpoint({
  method: 'POST',
  path: '/api/gifts/redeem',
  access: 'onboarded',
  summary: 'Redeem the code of a gift: its pass begins now, or when the present one ends',
  body: z.strictObject({ code: buildSingleLineTextSchema(60) }),
  replies: {
    200: z.object({ plan: giftPlan, startsAt: instant, endsAt: instant.nullable() }),
  },
});
