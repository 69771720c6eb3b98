import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import { flights } from '#server/features/flights/table.ts';

/**
 * What a person expected of a flight and what happened. It keeps the date by itself: what was learned
 * outlives a flight that was removed from the list.
 */
export const flightRecords = pgTable(
  'flight_records',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    flightId: uuid('flight_id').references(() => flights.id, { onDelete: 'set null' }),
    flownOn: date('flown_on', { mode: 'string' }).notNull(),
    expected: text('expected'),
    forecast: integer('forecast'),
    happened: text('happened'),
    felt: integer('felt'),
    keep: text('keep'),
    /** When the device wrote each half, and the last of them: the later one wins. */
    forecastAt: instant('forecast_at'),
    debriefAt: instant('debrief_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'flight_records_pkey', columns: [table.userId, table.id] }),
    index('flight_records_user_flown_idx').on(table.userId, table.flownOn),
  ],
);

/** Which flights were removed from the ledger and when, so that what arrives late does not bring them back. */
export const flightRecordRemovals = pgTable(
  'flight_record_removals',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    removedAt: instant('removed_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'flight_record_removals_pkey', columns: [table.userId, table.id] }),
  ],
);
