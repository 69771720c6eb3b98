import { and, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { buildOwnRowsQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { chooseNearestFlight } from '#shared/rules/flights.ts';
import { flights } from './table.ts';

export const MAX_FLIGHTS_PER_PERSON = 200;

/** Own rows: the caller's flights, the earliest day first. */
export const ownFlightsQuery = buildOwnRowsQuery(
  getTableColumns(flights),
  sql`from ${flights} where ${flights.userId} = ${users.id}
    order by ${flights.departsOn}, ${flights.id} limit ${sql.raw(String(MAX_FLIGHTS_PER_PERSON))}`,
);

/** Counts the flights of a person. */
export async function countFlights(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(flights).where(eq(flights.userId, userId));
  return row?.count ?? 0;
}

/** Lists the flights that the countdown may count down to, in no order: all that the person has not taken off it. */
export function listFlightsOnCountdown(db: Database, userId: string) {
  return db
    .select()
    .from(flights)
    .where(and(eq(flights.userId, userId), isNull(flights.putAwayAt)))
    .limit(MAX_FLIGHTS_PER_PERSON);
}

/** Returns the flight that the countdown counts down to, chosen by `chooseNearestFlight`; null without any. */
export async function findNearestFlight(db: Database, userId: string, now: Date) {
  return chooseNearestFlight(await listFlightsOnCountdown(db, userId), now);
}

/** Selection, for the statement that identifies the caller, of the flights that listFlightsOnCountdown lists. */
export const ownFlightsOnCountdownQuery = buildOwnRowsQuery(
  getTableColumns(flights),
  sql`from ${flights} where ${flights.userId} = ${users.id} and ${flights.putAwayAt} is null limit ${sql.raw(String(MAX_FLIGHTS_PER_PERSON))}`,
);

/** Returns one flight of a person; null when there is none or it is another person's. */
export async function findFlight(db: Database, userId: string, flightId: string) {
  const [row] = await db
    .select()
    .from(flights)
    .where(and(eq(flights.userId, userId), eq(flights.id, flightId)))
    .limit(1);
  return row ?? null;
}
