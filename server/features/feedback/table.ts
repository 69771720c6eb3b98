import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';

/** Messages to the operator; deleted with their author's account, because their text may name the author. */
export const feedback = pgTable(
  'feedback',
  {
    id: buildPrimaryIdColumn(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    page: text('page').notNull(),
    replyTo: text('reply_to'),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('feedback_user_id_idx').on(table.userId),
    index('feedback_created_at_idx').on(table.createdAt),
    // For the erasure of a visitor who wrote.
    index('feedback_reply_to_idx').on(sql`lower(${table.replyTo})`),
  ],
);
