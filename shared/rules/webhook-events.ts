/** What webhooks report; `webhook.test` is sent when an admin tries one. */
export const WEBHOOK_EVENTS = [
  'session.published',
  'pass.bought',
  'pass.renewed',
  'pass.changed',
  'payment.refunded',
  'question.asked',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_TEST_EVENT = 'webhook.test';

export const MAX_WEBHOOKS = 10;
export const MAX_LISTED_DELIVERIES = 50;
