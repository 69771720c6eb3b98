import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';

/**
 * Events that Customer.io has not acknowledged yet. Only of people who allowed analytics at the time, and only when a
 * key is set.
 */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    /** Also the message id, the same on each attempt, by which Customer.io drops duplicates. */
    id: buildPrimaryIdColumn(),
    userId: buildUserIdColumn(),
    type: text('type', { enum: ['identify', 'track', 'page'] }).notNull(),
    /** Fields of the call besides its type, who it is about, when, and its id. */
    call: jsonb('call').$type<Record<string, unknown>>().notNull(),
    happenedAt: buildInstantColumn('happened_at').notNull(),
    /** When it may be sent (again): a server that claims it postpones this, so that no other sends it too. */
    sendAfter: buildInstantColumn('send_after').notNull(),
  },
  (table) => [
    index('tracking_events_send_after_idx').on(table.sendAfter, table.id),
    index('tracking_events_user_id_idx').on(table.userId),
    index('tracking_events_happened_at_idx').on(table.happenedAt),
  ],
);
