import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { MAX_LISTED_DELIVERIES, MAX_WEBHOOKS } from '#shared/rules/webhook-events.ts';
import { webhookDeliveries, webhooks } from './table.ts';

/** Lists the webhooks, the oldest first, without their secrets. */
export const listWebhooks = (db: Database) =>
  db
    .select({
      id: webhooks.id,
      url: webhooks.url,
      events: webhooks.events,
      createdAt: webhooks.createdAt,
    })
    .from(webhooks)
    .orderBy(webhooks.id)
    .limit(MAX_WEBHOOKS);

/** Lists the latest deliveries to all webhooks, the newest first, without what they hold. */
export const listWebhookDeliveries = (db: Database) =>
  db
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.webhookId,
      event: webhookDeliveries.event,
      at: webhookDeliveries.at,
      state: webhookDeliveries.state,
      tries: webhookDeliveries.tries,
      lastTriedAt: webhookDeliveries.lastTriedAt,
      status: webhookDeliveries.status,
      problem: webhookDeliveries.problem,
    })
    .from(webhookDeliveries)
    .orderBy(desc(webhookDeliveries.id))
    .limit(MAX_LISTED_DELIVERIES);

/** Finds a delivery with its webhook; null when the webhook was removed. */
export async function findWebhookDelivery(db: Database, id: string) {
  const [row] = await db
    .select({ delivery: webhookDeliveries, url: webhooks.url, secret: webhooks.secret })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id))
    .limit(1);
  return row ?? null;
}
