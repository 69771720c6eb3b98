import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';

/**
 * Stretches of time in which a subscription gave access at one price, so that what is earned each month, and how many
 * leave, can be counted for any instant, also of people who have deleted their account. Ids are hashes; no row names a
 * person.
 */
export const subscriptionSpans = pgTable(
  'subscription_spans',
  {
    id: buildPrimaryIdColumn(),
    subscription: text('subscription').notNull(),
    subscriber: text('subscriber').notNull(),
    livemode: boolean('livemode').notNull(),
    currency: text('currency').notNull(),
    /** What it costs a year, in minor units: twelve months, or the year. */
    yearlyMinor: integer('yearly_minor').notNull(),
    startedAt: buildInstantColumn('started_at').notNull(),
    /** Null while it goes on. */
    endedAt: buildInstantColumn('ended_at'),
  },
  (table) => [
    uniqueIndex('subscription_spans_open_idx')
      .on(table.subscription)
      .where(sql`${table.endedAt} is null`),
    index('subscription_spans_subscription_idx').on(table.subscription, table.startedAt),
    index('subscription_spans_subscriber_idx').on(table.subscriber),
  ],
);
