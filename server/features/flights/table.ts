import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';

/** The flights of a person, those to come and those that were. The countdown reads the nearest one. */
export const flights = pgTable(
  'flights',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['outbound', 'return'] })
      .notNull()
      .default('outbound'),
    departsOn: date('departs_on', { mode: 'string' }).notNull(),
    /** `HH:MM` where it leaves from; null when it is not known. */
    departsAt: text('departs_at'),
    timeZone: text('time_zone').notNull(),
    /** IATA codes. */
    fromAirport: text('from_airport'),
    toAirport: text('to_airport'),
    number: text('number'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** A flight that has passed was taken off the countdown; it is still one of the flights flown. */
    putAwayAt: instant('put_away_at'),
  },
  (table) => [
    index('flights_user_departs_idx').on(table.userId, table.departsOn),
    index('flights_departs_idx').on(table.departsOn),
    check('flights_kind_check', sql`${table.kind} in ('outbound', 'return')`),
  ],
);
