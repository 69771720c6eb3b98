import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import { CURRENCIES } from '../prices/table.ts';

/**
 * Disputes of payments, and inquiries about them, as the provider last told of them. After an erasure the record stays,
 * without the person.
 */
export const disputes = pgTable(
  'disputes',
  {
    id: buildPrimaryIdColumn(),
    /** The provider's id. */
    disputeRef: text('dispute_ref').notNull().unique(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    livemode: boolean('livemode').notNull(),
    paymentRef: text('payment_ref').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    /** The provider's words. */
    reason: text('reason').notNull(),
    status: text('status').notNull(),
    openedAt: buildInstantColumn('opened_at').notNull(),
    /** Until when evidence can be sent. */
    dueBy: buildInstantColumn('due_by'),
  },
  (table) => [
    index('disputes_user_id_idx').on(table.userId),
    index('disputes_payment_ref_idx').on(table.paymentRef),
    index('disputes_listed_idx').on(table.livemode, sql`${table.id} desc`),
  ],
);
