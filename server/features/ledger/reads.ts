import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { healthConsents } from '#server/features/assessment/table.ts';
import { flightRecords } from './table.ts';

/** Number of flights in a reply; the export has all. */
const MAX_FLIGHTS_PER_PERSON = 200;

/**
 * Returns `{ flights }`: the latest 200 flights of the ledger, the latest first. Empty without consent to health data.
 */
export async function readFlightRecords(db: Database, userId: string) {
  const flights = await db
    .select({
      id: flightRecords.id,
      flightId: flightRecords.flightId,
      flownOn: sql<string>`${flightRecords.flownOn}`,
      expected: sql<string | null>`coalesce(${flightRecords.expected}, ${flightRecords.recalled})`,
      forecast: flightRecords.forecast,
      happened: flightRecords.happened,
      felt: flightRecords.felt,
      keep: flightRecords.keep,
      onTheWay: flightRecords.onTheWay,
      rough: flightRecords.rough,
    })
    .from(flightRecords)
    .innerJoin(healthConsents, eq(healthConsents.userId, flightRecords.userId))
    .where(and(eq(flightRecords.userId, userId), isNotNull(flightRecords.flownOn)))
    .orderBy(desc(flightRecords.flownOn), desc(flightRecords.updatedAt))
    .limit(MAX_FLIGHTS_PER_PERSON);
  return { flights };
}
