import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';

export const flights = pgTable(
  'flights',
  {
    id: buildPrimaryIdColumn(),
    userId: buildUserIdColumn(),
    kind: text('kind', { enum: ['outbound', 'return'] })
      .notNull()
      .default('outbound'),
    departsOn: date('departs_on', { mode: 'string' }).notNull(),
    /** `HH:MM` in `timeZone`, that of the departure; null when it is not known. */
    departsAt: text('departs_at'),
    timeZone: text('time_zone').notNull(),
    fromAirport: text('from_airport'),
    toAirport: text('to_airport'),
    number: text('number'),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
    /** When its details were last written; null for a flight of before that was recorded. */
    writtenAt: buildInstantColumn('written_at'),
    /** When a past flight was taken off the countdown; it still counts as flown. Null for any other. */
    putAwayAt: buildInstantColumn('put_away_at'),
  },
  (table) => [
    index('flights_user_departs_idx').on(table.userId, table.departsOn),
    index('flights_departs_idx').on(table.departsOn),
    check('flights_kind_check', sql`${table.kind} in ('outbound', 'return')`),
  ],
);
