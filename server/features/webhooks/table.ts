import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { DELIVERY_PROBLEMS } from '#shared/contract/admin-webhooks.ts';
import {
  WEBHOOK_EVENTS,
  WEBHOOK_TEST_EVENT,
  type WebhookEvent,
} from '#shared/rules/webhook-events.ts';

/** The addresses to which the operator has events sent. */
export const webhooks = pgTable('webhooks', {
  id: buildPrimaryIdColumn(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  secret: text('secret').notNull(),
  createdAt: buildInstantColumn('created_at').notNull(),
});

/** What was sent to them, or waits for it; deleted after a month. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: buildPrimaryIdColumn(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event', { enum: [...WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT] }).notNull(),
    at: buildInstantColumn('at').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    tries: integer('tries').notNull().default(0),
    lastTriedAt: buildInstantColumn('last_tried_at'),
    status: integer('status'),
    problem: text('problem', { enum: DELIVERY_PROBLEMS }),
  },
  (table) => [
    check('webhook_deliveries_tries', sql`${table.tries} >= 0`),
    index('webhook_deliveries_webhook_id_idx').on(table.webhookId),
    index('webhook_deliveries_at_idx').on(table.at),
  ],
);
