import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';

/**
 * The days on which a person practised, folded from their practices so that a streak is counted without reading them
 * all. One row for each day and zone, with the first and the last practice.
 */
export const practiceDays = pgTable(
  'practice_days',
  {
    userId: buildUserIdColumn(),
    day: date('day', { mode: 'string' }).notNull(),
    timeZone: text('time_zone').notNull(),
    firstAt: buildInstantColumn('first_at').notNull(),
    lastAt: buildInstantColumn('last_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'practice_days_pkey',
      columns: [table.userId, table.day, table.timeZone],
    }),
  ],
);
