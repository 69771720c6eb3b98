import { z } from 'zod';
import { paymentPageUrlSchema } from './billing.ts';
import { declareEndpoint } from './endpoint.ts';
import { okReply } from './fields.ts';

const PAUSE_MONTHS = [1, 2, 3] as const;

export const setPaymentPause = declareEndpoint({
  method: 'PUT',
  path: '/api/passes/mine/pause',
  access: 'onboarded',
  summary:
    'Leave out the next payments of a monthly pass, with access to the end of what is paid, or go on',
  body: z.strictObject({
    /** Null to go on: with the next payment or, once the paid time is over, at once. */
    months: z.literal(PAUSE_MONTHS).nullable(),
    /** What is charged at once by going on after the paid time: refused as `price_changed` when it is another amount. */
    amountMinor: z.int().optional(),
  }),
  replies: {
    200: z.object({
      ok: z.literal(true),
      /** The page where the bank asks for a confirmation, before which the pause goes on; null where it is done. */
      bankUrl: paymentPageUrlSchema.nullable(),
    }),
  },
});

export const setMonthlyFromNextYear = declareEndpoint({
  method: 'PUT',
  path: '/api/passes/mine/next-plan',
  access: 'onboarded',
  summary: 'Have a yearly pass go on monthly once its paid year is over, or take that back',
  body: z.strictObject({
    /** The monthly price that was shown; null to stay yearly. */
    amountMinor: z.int().nullable(),
  }),
  replies: { 200: okReply },
});
