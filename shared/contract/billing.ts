import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { currency, id, instant, plan, tier } from './fields.ts';

export const subscriptionStatus = endpoint({
  method: 'GET',
  path: '/api/subscription-status',
  access: 'onboarded',
  summary: 'Whether the person has active access, computed from stored passes',
  replies: {
    200: z.object({ hasActiveAccess: z.boolean(), tier, endsAt: instant.nullable() }),
  },
});

/** Money is integer minor units with its ISO code. */
export const plans = endpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'onboarded',
  summary: 'Plans on sale and their prices',
  replies: {
    200: z.object({
      testMode: z.boolean(),
      plans: z.array(
        z.object({
          plan,
          prices: z.array(z.object({ currency, amountMinor: z.int() })),
        }),
      ),
    }),
  },
});

const checkout = z.object({
  id,
  plan,
  currency,
  amountMinor: z.int(),
  testMode: z.boolean(),
  status: z.enum(['open', 'paid', 'declined', 'expired']),
});
export type Checkout = z.infer<typeof checkout>;

export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/checkouts',
  access: 'onboarded',
  summary: 'Open a checkout for a plan',
  body: z.object({ plan, currency }),
  replies: { 201: checkout },
});

export const payCheckout = endpoint({
  method: 'POST',
  path: '/api/checkouts/:id/pay',
  access: 'onboarded',
  summary: 'TEST MODE: pay an open checkout with a test card; no money moves',
  params: z.object({ id }),
  body: z.object({ card: z.enum(['accepted', 'declined']) }),
  replies: { 200: checkout },
});
