import { z } from 'zod';
import { DECLINE_REASONS } from '#shared/rules/decline-reasons.ts';
import { declareEndpoint } from './endpoint.ts';
import { currency, id, instant, money, passPlan, buildTextSchema } from './fields.ts';

/** A page of a list, the newest first: `next`, if there is more, is the `before` of the following page. */
const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: id.optional(),
});

const payer = z.object({ id, email: z.string() });

export const refundAndEndPass = declareEndpoint({
  method: 'POST',
  path: '/api/admin/passes/:id/refund',
  access: 'support',
  fresh: true,
  summary: 'Give back the last payment of a bought pass and end it at once; again, it does nothing',
  params: z.object({ id }),
  body: z.strictObject({ reason: buildTextSchema(300) }),
  replies: {
    200: z.object({
      /** What goes back, for each currency; empty where nothing is left to give back, or the bank holds it in a dispute. */
      amounts: z.array(money).max(5),
      /** False while the payment service has not answered: a job goes on trying. */
      isDone: z.boolean(),
    }),
  },
});

const failingPayment = z.object({
  /** The pass's. */
  id,
  person: payer,
  plan: passPlan,
  amountMinor: z.int(),
  currency,
  reason: z.enum(DECLINE_REASONS),
  /** The bank's code, as Stripe passes it on; null where none is known. */
  code: z.string().nullable(),
  since: instant,
  /** When access ends if it is not paid. */
  accessEndsAt: instant.nullable(),
});
export type FailingPayment = z.infer<typeof failingPayment>;

export const listFailingPayments = declareEndpoint({
  method: 'GET',
  path: '/api/admin/payments/failing',
  access: 'support',
  summary: 'Subscriptions whose payment is refused, with the reason, the newest pass first',
  query: page,
  replies: {
    200: z.object({ payments: z.array(failingPayment).max(100), next: id.nullable() }),
  },
});

/** Why a bank took a payment back, in the words of Stripe that people meet; every other reason is `other`. */
export const DISPUTE_REASONS = [
  'fraudulent',
  'unrecognized',
  'duplicate',
  'subscription_canceled',
  'credit_not_processed',
  'product_not_received',
  'product_unacceptable',
  'other',
] as const;

const dispute = z.object({
  id,
  /** Null once their account is deleted. */
  person: payer.nullable(),
  amountMinor: z.int(),
  currency,
  reason: z.enum(DISPUTE_REASONS),
  /** `inquiry`: the bank asks, and has taken nothing. */
  state: z.enum(['open', 'inquiry', 'review', 'won', 'lost', 'closed']),
  openedAt: instant,
  /** Until when evidence can be sent. */
  dueBy: instant.nullable(),
  paymentRef: z.string(),
});
export type StudioDispute = z.infer<typeof dispute>;

export const listDisputes = declareEndpoint({
  method: 'GET',
  path: '/api/admin/payments/disputes',
  access: 'support',
  summary: 'Payments that a bank disputes or did, with the day by which evidence is due',
  query: page,
  replies: { 200: z.object({ disputes: z.array(dispute).max(100), next: id.nullable() }) },
});
