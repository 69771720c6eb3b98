import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { lockProfile } from '#server/features/account/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { isPast } from '#shared/rules/flight-date.ts';
import { isFlown, chooseNearestFlight } from '#shared/rules/flights.ts';
import { countFlights, findFlight, listCountdownFlights, MAX_FLIGHTS } from './reads.ts';
import { flights } from './table.ts';

/** Input of a flight; only the day and its time zone are required. */
export interface FlightInput {
  kind: 'outbound' | 'return';
  departsOn: string;
  departsAt: string | null;
  timeZone: string;
  fromAirport: string | null;
  toAirport: string | null;
  number: string | null;
}

/** @throws flight_date_past when the day is over where the flight leaves from. */
function assertNotPast(date: string, timeZone: string, now: Date, field: string): void {
  if (isPast({ date, timeZone, now }))
    throw new AppError('flight_date_past', { [field]: 'flight_date_past' });
}

/**
 * Runs a write in a transaction that locks the profile, so that one person's flight changes are serialised.
 * @throws unauthorised when the person was erased meanwhile.
 */
function withProfileLock<T>(
  db: Database,
  userId: string,
  write: (tx: Database) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await lockProfile(tx, userId))) throw new AppError('unauthorised');
    return write(tx);
  });
}

/** @throws too_many_flights beyond the most one may keep. */
async function insertFlight(tx: Database, row: typeof flights.$inferInsert) {
  if ((await countFlights(tx, row.userId)) >= MAX_FLIGHTS) throw new AppError('too_many_flights');
  const [added] = await tx.insert(flights).values(row).returning();
  if (!added) throw new AppError('server_error');
  return added;
}

/** Adds a flight. @throws flight_date_past, and too_many_flights beyond the most one may keep. */
export async function addFlight(db: Database, userId: string, flight: FlightInput, now: Date) {
  assertNotPast(flight.departsOn, flight.timeZone, now, 'departsOn');
  return withProfileLock(db, userId, (tx) => insertFlight(tx, { ...flight, userId }));
}

/**
 * Changes a flight. Details of a flight that has passed may be mended; a new day may not be past, and
 * puts the flight back on the countdown.
 * @throws not_found, flight_date_past
 */
export async function changeFlight(
  db: Database,
  userId: string,
  flightId: string,
  change: Partial<FlightInput>,
  now: Date,
) {
  const before = await findFlight(db, userId, flightId);
  if (!before) throw new AppError('not_found');
  const { departsOn, timeZone } = { ...before, ...change };
  const moves = departsOn !== before.departsOn;
  if (moves) assertNotPast(departsOn, timeZone, now, 'departsOn');
  const [row] = await db
    .update(flights)
    .set({ ...change, ...(moves && { putAwayAt: null }) })
    .where(and(eq(flights.userId, userId), eq(flights.id, flightId)))
    .returning();
  if (!row) throw new AppError('not_found');
  return row;
}

/** Removes a flight for good. @throws not_found */
export async function removeFlight(db: Database, userId: string, flightId: string) {
  const removed = await db
    .delete(flights)
    .where(and(eq(flights.userId, userId), eq(flights.id, flightId)))
    .returning({ id: flights.id });
  if (removed.length === 0) throw new AppError('not_found');
}

/**
 * Sets or removes the flight date of the specification: the day of the nearest flight to come. Another day
 * after a flight was flown is a new flight, and a day on which one leaves already changes none. Removing it
 * deletes a flight to come; those that were flown are only taken off the countdown. Where the nearest flight
 * names the airport it leaves from, its clock stands there and not where the browser is.
 * @throws flight_date_past when the day is over in its zone; too_many_flights
 */
export async function setFlightDate(
  db: Database,
  userId: string,
  day: { flightDate: string | null; timeZone: string },
  now: Date,
): Promise<void> {
  await withProfileLock(db, userId, (tx) => moveNearestFlight(tx, userId, day, now));
}

async function moveNearestFlight(
  db: Database,
  userId: string,
  { flightDate, timeZone }: { flightDate: string | null; timeZone: string },
  now: Date,
): Promise<void> {
  const counted = await listCountdownFlights(db, userId);
  const nearest = chooseNearestFlight(counted, now);
  const flown = counted.filter((flight) => isFlown(flight, now)).map(({ id }) => id);
  const coming = nearest && !flown.includes(nearest.id) ? nearest : null;
  const putAwayFlown = () =>
    db.update(flights).set({ putAwayAt: now }).where(inArray(flights.id, flown));
  if (flightDate === null) {
    await (coming ? db.delete(flights).where(eq(flights.id, coming.id)) : putAwayFlown());
    return;
  }
  const day = { departsOn: flightDate, timeZone: coming?.fromAirport ? coming.timeZone : timeZone };
  assertNotPast(day.departsOn, day.timeZone, now, 'flightDate');
  // Said again: another flight leaves on that day, and the nearest keeps its own.
  const isKnown = counted.some(
    ({ id, departsOn }) => departsOn === flightDate && id !== coming?.id && !flown.includes(id),
  );
  if (coming) {
    if (!isKnown) await db.update(flights).set(day).where(eq(flights.id, coming.id));
    return;
  }
  // Said again of a flight that was flown today, it is nothing new.
  if (nearest?.departsOn === flightDate) return;
  if (!isKnown) await insertFlight(db, { userId, ...day });
  await putAwayFlown();
}
