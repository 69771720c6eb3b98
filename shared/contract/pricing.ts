import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { currency, id, instant, money, okReply, passPlan, buildTextSchema } from './fields.ts';

/** An amount in minor units that the payment provider accepts: from half a unit to a million units. */
const amountMinor = z.int().min(50).max(100_000_000);
const tag = z.enum(['popular', 'best_value']).nullable();
const currentPrice = z.object({ id, currency, amountMinor: z.int(), validFrom: instant });

const offer = z.object({
  id,
  plan: passPlan,
  /** One of the two: a percentage, or an amount in one currency. */
  percentOff: z.int().nullable(),
  amountOffMinor: z.int().nullable(),
  currency: currency.nullable(),
  audience: z.enum(['everyone', 'first_pass']),
  usesPerPerson: z.int(),
  startsAt: instant,
  endsAt: instant,
  /** Number of paid checkouts with it. */
  timesUsed: z.int(),
});
export type StudioOffer = z.infer<typeof offer>;

export const getStudioPricing = declareEndpoint({
  method: 'GET',
  path: '/api/admin/pricing',
  access: 'admin',
  summary: 'Every plan with today’s prices, the offers, and whether purchases are on',
  replies: {
    200: z.object({
      /** `off`: nothing can be bought, because no keys are set and the test mode is not switched on. */
      billing: z.enum(['sandbox', 'stripe', 'off']),
      livemode: z.boolean(),
      plans: z.array(
        z.object({
          plan: passPlan,
          tag,
          onSale: z.boolean(),
          prices: z.array(currentPrice).max(10),
        }),
      ),
      /** Open and coming ones first, then the latest ended; at most 100. */
      offers: z.array(offer).max(100),
    }),
  },
});

export const listHeldWithdrawals = declareEndpoint({
  method: 'GET',
  path: '/api/admin/pricing/withdrawals',
  access: 'admin',
  summary: 'Withdrawals whose refund waits for the operator: the second of somebody within a year',
  replies: {
    200: z.object({
      withdrawals: z
        .array(
          z.object({
            id,
            email: z.string(),
            plan: passPlan,
            /** What is refunded, an amount for each currency. */
            amounts: z.array(money).max(5),
            withdrawnAt: instant,
            /** When it is refunded by itself. */
            refundBy: instant,
          }),
        )
        .max(100),
    }),
  },
});

export const refundHeldWithdrawal = declareEndpoint({
  method: 'POST',
  path: '/api/admin/pricing/withdrawals/:id/refund',
  access: 'admin',
  fresh: true,
  summary: 'Refund a withdrawal that waits, now',
  params: z.object({ id }),
  replies: { 200: okReply },
});

const stripeCheck = z.object({
  name: z.enum([
    'account',
    'webhook',
    'events',
    'portal',
    'portalPlans',
    'tax',
    'dunning',
    'emails',
  ]),
  /** `unread`: the key may not read it, or Stripe did not answer; `by_hand`: Stripe's API does not tell it. */
  state: z.enum(['ok', 'to_do', 'unread', 'by_hand']),
  /** What is missing, such as names of events; empty where nothing is. */
  detail: z.string(),
});
export type StripeCheck = z.infer<typeof stripeCheck>;

export const getStripeState = declareEndpoint({
  method: 'GET',
  path: '/api/admin/pricing/stripe',
  access: 'admin',
  summary: 'How Stripe is set up, as far as it tells, and whether its events come',
  replies: {
    200: z.object({
      /** When the last event came; null for none in two months. */
      lastEventAt: instant.nullable(),
      /** Payments of the last seven days of which no event came. */
      missed: z.int(),
      /** Empty in the test mode, and where nothing is sold. */
      checks: z.array(stripeCheck).max(20),
    }),
  },
});

export const listPriceHistory = declareEndpoint({
  method: 'GET',
  path: '/api/admin/pricing/history',
  access: 'admin',
  summary: 'What a plan cost in a currency, the newest first',
  query: z.object({ plan: passPlan, currency }),
  replies: {
    200: z.object({
      prices: z.array(currentPrice.extend({ validUntil: instant.nullable() })).max(100),
    }),
  },
});

export const changePrice = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/pricing/price',
  access: 'admin',
  fresh: true,
  summary: 'Change what a plan costs from now on; what was bought keeps its price',
  body: z.object({
    plan: passPlan,
    currency,
    amountMinor,
    /** The price that the page showed; `conflict` when another admin changed it since. Null where there was none. */
    replaces: id.nullable(),
  }),
  replies: { 200: z.object({ id }) },
});

export const changePlanSaleStateAndTag = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/pricing/plan',
  access: 'admin',
  fresh: true,
  summary: 'Put a plan on sale or take it off, and choose its tag',
  body: z.object({
    plan: passPlan,
    onSale: z.boolean(),
    tag,
    /** What the page showed; `conflict` when another admin changed it since. */
    was: z.object({ onSale: z.boolean(), tag }),
  }),
  replies: { 200: okReply },
});

const newOffer = {
  plan: passPlan,
  audience: z.enum(['everyone', 'first_pass']),
  usesPerPerson: z.int().min(1).max(100).default(1),
  startsAt: instant,
  endsAt: instant,
};

export const createOffer = declareEndpoint({
  method: 'POST',
  path: '/api/admin/pricing/offers',
  access: 'admin',
  fresh: true,
  summary:
    'Lower the first payment of a plan for a time, by a percentage or by an amount in one currency',
  body: z
    .union([
      z.object({ ...newOffer, percentOff: z.int().min(1).max(99) }),
      z.object({ ...newOffer, amountOffMinor: z.int().min(1).max(100_000_000), currency }),
    ])
    .refine(({ startsAt, endsAt }) => startsAt < endsAt, {
      path: ['endsAt'],
      message: 'out_of_range',
    }),
  replies: { 201: z.object({ id }) },
});

export const changeOfferEnd = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/pricing/offers/:id/end',
  access: 'admin',
  fresh: true,
  summary: 'End an offer at another time: now, earlier or later',
  params: z.object({ id }),
  body: z.object({
    /** Null for now. An offer that has not begun is deleted by it. */
    endsAt: instant.nullable(),
    /** The end that the page showed; `conflict` when another admin changed it since. */
    was: instant,
  }),
  replies: { 200: okReply },
});

const passOfPerson = z.object({
  id,
  source: z.enum(['sandbox', 'grant', 'gift', 'subscription', 'purchase']),
  tier: z.enum(['premium', 'lifetime']),
  plan: passPlan.nullable(),
  status: z.enum(['live', 'past_due', 'ended']).nullable(),
  /** Whether real money was paid. */
  livemode: z.boolean(),
  isActive: z.boolean(),
  startsAt: instant,
  /** The end of what is paid; null never. */
  periodEnd: instant.nullable(),
  /** When access ends, grace included; null never. */
  endsAt: instant.nullable(),
  renews: z.boolean(),
  revokedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
  reason: z.string().nullable(),
  currency: currency.nullable(),
  amountMinor: z.int().nullable(),
  paidMinor: z.int().nullable(),
  refundedMinor: z.int().nullable(),
  /** The provider's id of the subscription or of the payment, to be found there. */
  providerRef: z.string().nullable(),
});
export type PassOfPerson = z.infer<typeof passOfPerson>;

export const listPassesOfPerson = declareEndpoint({
  method: 'GET',
  path: '/api/admin/people/:id/passes',
  access: 'support',
  summary:
    'Every pass of a person, the newest first, and when the provider of payments was last read',
  params: z.object({ id }),
  replies: {
    200: z.object({ passes: z.array(passOfPerson).max(100), syncedAt: instant.nullable() }),
  },
});

export const grantPass = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/:id/passes',
  access: 'support',
  fresh: true,
  summary: 'Give a person a pass, with a reason and an end',
  params: z.object({ id }),
  body: z.object({
    tier: z.enum(['premium', 'lifetime']),
    endsAt: instant.nullable(),
    reason: buildTextSchema(300),
  }),
  replies: { 201: z.object({ id }) },
});

export const revokePass = declareEndpoint({
  method: 'POST',
  path: '/api/admin/passes/:id/revoke',
  access: 'support',
  fresh: true,
  summary: 'Take back a pass that was granted; one that was bought is given back at the provider',
  params: z.object({ id }),
  body: z.object({ reason: buildTextSchema(300) }),
  replies: { 200: okReply },
});

export const syncPassesOfPerson = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/:id/passes/sync',
  access: 'support',
  summary: 'Read again what the provider of payments knows of a person',
  params: z.object({ id }),
  body: z.object({ reason: buildTextSchema(300) }),
  replies: { 200: okReply },
});
