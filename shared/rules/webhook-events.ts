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

/** The most webhooks there may be at once. */
export const MAX_WEBHOOKS = 10;
/** How many deliveries are listed, the newest first. */
export const MAX_LISTED_DELIVERIES = 50;
