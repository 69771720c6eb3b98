import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import {
  currency,
  id,
  instant,
  money,
  okReply,
  passPlan,
  buildTextSchema,
  tier,
} from './fields.ts';

export const getSubscriptionStatus = declareEndpoint({
  method: 'GET',
  path: '/api/subscription-status',
  access: 'onboarded',
  summary: 'Whether the person has active access, computed from stored passes',
  replies: {
    200: z.object({
      /** By a pass or the admin role. */
      hasActiveAccess: z.boolean(),
      /** Of the pass; `free` without one. */
      tier,
      /** When access ends if nothing changes: seven days after a renewal that is not confirmed; null never. */
      endsAt: instant.nullable(),
      /** The plan that was bought; null for a granted pass and without a pass. */
      plan: passPlan.nullable(),
      /** End of the paid or granted time, which pages show; null never. */
      validUntil: instant.nullable(),
      renews: z.boolean(),
      /** Signed by the server: until when the app opens without a network (JWS); null without a pass. */
      grant: z.string().nullable(),
      /** Whether private questions, which a pass includes, are accepted now. */
      isSupported: z.boolean(),
    }),
  },
});

/** Money is integer minor units with its ISO code. */
export const listPlans = declareEndpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'onboarded',
  summary: 'Plans on sale, their prices, and the offers open to the person',
  replies: {
    200: z.object({
      testMode: z.boolean(),
      /** Currency of the country of the request; null when unknown. */
      currency: currency.nullable(),
      plans: z.array(
        z.object({
          plan: passPlan,
          tag: z.enum(['popular', 'best_value']).nullable(),
          prices: z.array(
            z.object({
              id,
              currency,
              /** What each payment costs. */
              amountMinor: z.int(),
              /** What the first payment costs instead, until the offer ends. */
              offer: z.object({ id, amountMinor: z.int(), endsAt: instant }).nullable(),
            }),
          ),
        }),
      ),
    }),
  },
});

export const listPublicPrices = declareEndpoint({
  method: 'GET',
  path: '/api/prices',
  access: 'public',
  summary: 'What the plans on sale cost, for the landing page; none where nothing can be bought',
  replies: {
    200: z.object({
      currency: currency.nullable(),
      prices: z.array(z.object({ plan: passPlan, currency, amountMinor: z.int() })).max(100),
    }),
  },
});

/** Version of the text by which a buyer requests immediate access (`billing:consent` in the catalogues). */
export const PASS_CONSENT_VERSION = '2026-11';

/** What a buyer must confirm before anything is charged. */
const orderConsent = z.object({
  /** Requests access before the withdrawal period is over, knowing the consequences. */
  immediateAccess: z.literal(true),
  withdrawalKnown: z.literal(true),
  /** The version of the words that were shown: refused as `consent_outdated` when they are no longer today's. */
  version: buildTextSchema(20),
});
export type OrderConsent = z.infer<typeof orderConsent>;

/** URL of a page to pay or to manage a pass: ours in test mode, otherwise Stripe's. */
export const paymentPageUrlSchema = z.string().max(4000);

export const startCheckout = declareEndpoint({
  method: 'POST',
  path: '/api/checkouts',
  access: 'onboarded',
  summary: 'Open the page where a plan is paid; the same one while the order stays the same',
  body: z.object({
    plan: passPlan,
    currency,
    /** The price and the offer that the page showed: refused as `price_changed` when they are no longer today's. */
    priceId: id.optional(),
    offerId: id.nullable().optional(),
    consent: orderConsent,
  }),
  replies: {
    201: z.object({
      id,
      plan: passPlan,
      currency,
      /** What is charged at once. */
      amountMinor: z.int(),
      /** What each later payment costs. */
      usualAmountMinor: z.int(),
      testMode: z.boolean(),
      url: paymentPageUrlSchema,
    }),
  },
});

/** The pass that a person has, or one whose payment failed. */
const pass = z.object({
  id,
  isActive: z.boolean(),
  source: z.enum(['subscription', 'purchase', 'grant']),
  plan: passPlan.nullable(),
  tier: z.enum(['premium', 'lifetime']),
  status: z.enum(['live', 'past_due', 'ended']),
  startsAt: instant,
  periodStart: instant.nullable(),
  /** The end of what is paid; null never. */
  periodEnd: instant.nullable(),
  /** Whether the present period is still to be paid, as it is for an hour after a renewal: one that is ended then ends at once. */
  isToBePaid: z.boolean(),
  endsAt: instant.nullable(),
  renews: z.boolean(),
  /** What the next payment costs. */
  amountMinor: z.int().nullable(),
  currency: currency.nullable(),
  cardLast4: z.string().nullable(),
  /** The last payment waits until the person has confirmed it to their bank. */
  asksBank: z.boolean(),
  /**
   * A change to the yearly plan, or the end of a pause, that waits for its payment at `url`, or was refused there; nothing
   * is changed before.
   */
  pendingChange: z
    .object({
      kind: z.enum(['yearly', 'resume']),
      url: paymentPageUrlSchema,
      until: instant,
      isRefused: z.boolean(),
    })
    .nullable(),
  /** What the last payment was. */
  paidMinor: z.int().nullable(),
  /** Until when its payments are paused, with access to the end of what is paid: the instant of the next one. */
  pausedUntil: instant.nullable(),
  /** The plan with which it goes on after its paid period, if another one. */
  nextPlan: passPlan.nullable(),
  /** What the monthly pass costs in its currency; null where it is not on sale. */
  monthlyMinor: z.int().nullable(),
  /** When it was given back, while the provider has not ended it yet. */
  withdrawnAt: instant.nullable(),
  /** Until when it can be given back; null where it can't. */
  withdrawUntil: instant.nullable(),
  /**
   * What goes back to the person: now, or as it was when the pass was given back. An amount for each currency, because the
   * pass may have replaced one that was paid in another; empty where nothing does.
   */
  withdrawAmounts: z.array(money).max(5),
  /** What goes back when a year is left that renewed without a reminder in time; 0 for every other pass. */
  leaveMinor: z.int(),
  /** What a lifetime pass costs with the unused part deducted; null where it is not to be had. */
  lifetimeMinor: z.int().nullable(),
  /** What is deducted for it. */
  lifetimeCreditMinor: z.int(),
});
export type OwnPass = z.infer<typeof pass>;

export const getOwnPass = declareEndpoint({
  method: 'GET',
  path: '/api/passes/mine',
  access: 'onboarded',
  summary: 'The pass that the person has, and what can be done with it',
  replies: {
    200: z.object({
      pass: pass.nullable(),
      /** Other subscriptions that would charge again, whatever else the person has. */
      alsoCharging: z.array(pass).max(100),
      /** What else they have and can still give back, as the trip pass beside a lifetime pass. */
      alsoWithdrawable: z.array(pass).max(100),
      /** Whether they have ever paid, so that the payment page has invoices of theirs, whatever they have now. */
      hasReceipts: z.boolean(),
    }),
  },
});

export const setRenewal = declareEndpoint({
  method: 'PUT',
  path: '/api/passes/mine/renewal',
  access: 'onboarded',
  summary:
    'Have a subscription end with its period (at once where that is not paid), or renew again',
  body: z.object({ renews: z.boolean(), reason: buildTextSchema(500).optional() }),
  replies: { 200: okReply },
});

export const withdrawFromPass = declareEndpoint({
  method: 'POST',
  path: '/api/passes/mine/withdrawal',
  access: 'onboarded',
  summary: 'Give the pass back within 14 days; what was paid for it is returned',
  body: z.object({ id }),
  replies: { 200: okReply },
});

const change = z.object({
  /** What is paid now: the yearly price less the unused part of the month. */
  dueMinor: z.int(),
  /** What each later year costs. */
  renewalMinor: z.int(),
  currency,
});

export const previewYearlyChange = declareEndpoint({
  method: 'GET',
  path: '/api/passes/mine/yearly',
  access: 'onboarded',
  summary: 'What it costs now to go from the monthly to the yearly pass',
  replies: { 200: change },
});

export const changeToYearly = declareEndpoint({
  method: 'POST',
  path: '/api/passes/mine/yearly',
  access: 'onboarded',
  summary: 'Go from the monthly to the yearly pass at the amount that was shown',
  body: z.object({ dueMinor: z.int(), consent: orderConsent }),
  replies: {
    200: z.object({
      ok: z.literal(true),
      /** The page where the bank asks for a confirmation, before which nothing is changed; null where it is done. */
      bankUrl: paymentPageUrlSchema.nullable(),
    }),
  },
});

export const cancelYearlyChange = declareEndpoint({
  method: 'DELETE',
  path: '/api/passes/mine/yearly',
  access: 'onboarded',
  summary: 'Give up a change to the yearly pass, or the end of a pause, that waits for its payment',
  replies: { 200: okReply },
});

export const createPortalSession = declareEndpoint({
  method: 'POST',
  path: '/api/passes/mine/portal',
  access: 'onboarded',
  summary: 'Open the page where the card is changed and receipts are found',
  replies: { 200: z.object({ url: paymentPageUrlSchema }) },
});

export const syncPass = declareEndpoint({
  method: 'POST',
  path: '/api/passes/sync',
  access: 'onboarded',
  summary: 'Read again what the provider of payments knows of the person, as after a payment',
  replies: { 200: okReply },
});
