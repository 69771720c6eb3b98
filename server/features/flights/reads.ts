import { and, asc, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { selectOwnRows } from '#server/db/own-rows.ts';
import { users } from '#server/features/account/table.ts';
import { chooseNearestFlight } from '#shared/rules/flights.ts';
import { flights } from './table.ts';

/** How many flights one person may keep. */
export const MAX_FLIGHTS = 200;

/** The flights of a person, the earliest first. */
export function listFlights(db: Database, userId: string) {
  return db
    .select()
    .from(flights)
    .where(eq(flights.userId, userId))
    .orderBy(asc(flights.departsOn), asc(flights.id))
    .limit(MAX_FLIGHTS);
}

/** How many flights a person keeps. */
export async function countFlights(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(flights).where(eq(flights.userId, userId));
  return row?.count ?? 0;
}

/** Flights that count for the countdown: those not put away. */
export function listCountdownFlights(db: Database, userId: string) {
  return db
    .select()
    .from(flights)
    .where(and(eq(flights.userId, userId), isNull(flights.putAwayAt)))
    .limit(MAX_FLIGHTS);
}

/** The flight the countdown is about: the next one, else the last one that was not put away. */
export async function findNearestFlight(db: Database, userId: string, now: Date) {
  return chooseNearestFlight(await listCountdownFlights(db, userId), now);
}

/** The same, with the sign-in. */
export const ownCountdownFlights = selectOwnRows(
  getTableColumns(flights),
  sql`from ${flights} where ${flights.userId} = ${users.id} and ${flights.putAwayAt} is null limit ${sql.raw(String(MAX_FLIGHTS))}`,
);

/** One flight of a person; null when it is nobody's or somebody else's. */
export async function findFlight(db: Database, userId: string, flightId: string) {
  const [row] = await db
    .select()
    .from(flights)
    .where(and(eq(flights.userId, userId), eq(flights.id, flightId)))
    .limit(1);
  return row ?? null;
}
