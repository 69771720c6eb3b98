import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';

/**
 * Events for Customer.io that it has not acknowledged yet; each goes once it has. Only of people who allowed analytics at
 * the time, and only where a key is set.
 */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    /** Also the message id, the same each time it is sent, by which Customer.io drops what it has. */
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['identify', 'track', 'page'] }).notNull(),
    /** Fields of the call besides its type, who it is about, when, and its id. */
    call: jsonb('call').$type<Record<string, unknown>>().notNull(),
    happenedAt: instant('happened_at').notNull(),
    /** When it may be sent (again): a server that takes it puts this off, so that no other takes it too. */
    sendAfter: instant('send_after').notNull(),
  },
  (table) => [
    index('tracking_events_send_after_idx').on(table.sendAfter, table.id),
    index('tracking_events_user_id_idx').on(table.userId),
    index('tracking_events_happened_at_idx').on(table.happenedAt),
  ],
);
