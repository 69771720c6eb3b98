import type { WEBHOOK_TEST_EVENT, WebhookEvent } from '#shared/rules/webhook-events.ts';

/** The keys of the events' names: in a key, a full stop would separate levels. */
export const WEBHOOK_EVENT_NAME_KEYS = {
  'session.published': 'published',
  'pass.bought': 'bought',
  'pass.renewed': 'renewed',
  'pass.changed': 'changed',
  'payment.refunded': 'refunded',
  'question.asked': 'asked',
  'webhook.test': 'test',
} as const satisfies Record<WebhookEvent | typeof WEBHOOK_TEST_EVENT, string>;
