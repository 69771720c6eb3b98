import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildConsentingUserIdColumn } from '#server/features/assessment/table.ts';
import { flights } from '#server/features/flights/table.ts';
import type { FlightFearRating, TurbulentMinute } from '#shared/rules/flight-phases.ts';

/**
 * What a person expected of a flight and what happened, each with the time at which the device wrote it. It has its own
 * date, because a record outlives a flight that is removed from the list. A row without a date records a removal.
 */
export const flightRecords = pgTable(
  'flight_records',
  {
    userId: buildConsentingUserIdColumn(),
    id: uuid('id').notNull(),
    flightId: uuid('flight_id').references(() => flights.id, { onDelete: 'set null' }),
    flownOn: date('flown_on', { mode: 'string' }),
    /** When anything of it was written last. */
    updatedAt: buildInstantColumn('updated_at'),
    forecast: integer('forecast'),
    forecastAt: buildInstantColumn('forecast_at'),
    /** What was expected, as written with the forecast; `recalled` as written afterwards, without a forecast. */
    expected: text('expected'),
    expectedAt: buildInstantColumn('expected_at'),
    recalled: text('recalled'),
    recalledAt: buildInstantColumn('recalled_at'),
    happened: text('happened'),
    happenedAt: buildInstantColumn('happened_at'),
    felt: integer('felt'),
    feltAt: buildInstantColumn('felt_at'),
    keep: text('keep'),
    keepAt: buildInstantColumn('keep_at'),
    onTheWay: jsonb('on_the_way').$type<FlightFearRating[]>(),
    onTheWayAt: buildInstantColumn('on_the_way_at'),
    rough: jsonb('rough').$type<TurbulentMinute[]>(),
    roughAt: buildInstantColumn('rough_at'),
    removedAt: buildInstantColumn('removed_at'),
  },
  (table) => [
    primaryKey({ name: 'flight_records_pkey', columns: [table.userId, table.id] }),
    index('flight_records_user_flown_idx').on(table.userId, table.flownOn),
  ],
);
