import { z } from 'zod';
import {
  MAX_LISTED_DELIVERIES,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST_EVENT,
  type WebhookEvent,
} from '#shared/rules/webhook-events.ts';
import { declareEndpoint } from './endpoint.ts';
import { currency, id, instant, passPlan } from './fields.ts';

const paidPass = z.strictObject({
  tier: z.enum(['premium', 'lifetime']),
  plan: passPlan,
  /** What was paid now. */
  amountMinor: z.int(),
  currency,
  isTest: z.boolean(),
});

/** The `data` of each event: nothing of a person, and nothing of what they answered or wrote. */
export const WEBHOOK_DATA = {
  'session.published': z.strictObject({
    id,
    slug: z.string(),
    version: z.int(),
    titles: z.strictObject({ en: z.string(), fr: z.string() }),
  }),
  'pass.bought': paidPass.extend({ isGift: z.boolean() }),
  'pass.renewed': paidPass,
  /** It became one of another plan, which costs something now. */
  'pass.changed': paidPass,
  'payment.refunded': z.strictObject({
    /** What went back now, of a payment that may have gone back in part before. */
    amountMinor: z.int(),
    currency,
    isTest: z.boolean(),
  }),
  'question.asked': z.strictObject({ id }),
} as const satisfies Record<WebhookEvent, z.ZodType>;
export type WebhookData<Event extends WebhookEvent> = z.infer<(typeof WEBHOOK_DATA)[Event]>;

const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length);

/**
 * Why a delivery was not taken, where there was no status: the address leads to a private network, or there was no answer.
 */
export const DELIVERY_PROBLEMS = ['private_address', 'no_answer', 'timed_out'] as const;

const webhookList = z.object({
  webhooks: z
    .array(z.object({ id, url: z.string(), events, createdAt: instant }))
    .max(MAX_WEBHOOKS),
  deliveries: z
    .array(
      z.object({
        id,
        webhookId: id,
        event: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT]),
        at: instant,
        state: z.enum(['waiting', 'delivered', 'failed']),
        /** How often it was sent. */
        tries: z.int(),
        lastTriedAt: instant.nullable(),
        /** The last HTTP status; null where none came. */
        status: z.int().nullable(),
        problem: z.enum(DELIVERY_PROBLEMS).nullable(),
      }),
    )
    .max(MAX_LISTED_DELIVERIES),
});
export type WebhookList = z.infer<typeof webhookList>;
export type WebhookDelivery = WebhookList['deliveries'][number];

export const listWebhooks = declareEndpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  access: 'admin',
  summary: 'The addresses to which events are sent, and the latest deliveries, the newest first',
  replies: { 200: webhookList },
});

export const createWebhook = declareEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  access: 'admin',
  fresh: true,
  summary:
    'Has events sent to an address, signed by the Standard Webhooks scheme; its secret is told only now',
  body: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(500), events }),
  replies: { 201: webhookList.extend({ secret: z.string() }) },
});

export const tryWebhook = declareEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  access: 'admin',
  fresh: true,
  summary: `Sends the event ${WEBHOOK_TEST_EVENT} to an address`,
  params: z.object({ id }),
  replies: { 200: webhookList },
});

export const deleteWebhook = declareEndpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  fresh: true,
  summary: 'Has nothing more sent to an address, and forgets its deliveries',
  params: z.object({ id }),
  replies: { 200: webhookList },
});

/** The body of a webhook, as the OpenAPI document describes it. */
export const buildWebhookBodySchema = (event: WebhookEvent) =>
  z.strictObject({ type: z.literal(event), timestamp: instant, data: WEBHOOK_DATA[event] });
