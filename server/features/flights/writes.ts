import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { buildSetIfLatest } from '#server/db/last-write-wins.ts';
import { lockProfileForUpdateIfExists } from '#server/features/account/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { isFlightDatePast } from '#shared/rules/flight-date.ts';
import { isFlown, chooseNearestFlight } from '#shared/rules/flights.ts';
import {
  countFlights,
  findFlight,
  listFlightsOnCountdown,
  MAX_FLIGHTS_PER_PERSON,
} from './reads.ts';
import { flights } from './table.ts';

/**
 * A flight as it is entered. `departsOn` (civil date) and `departsAt` (`HH:MM`) are local to `timeZone`, that of the
 * departure; airports are IATA codes.
 */
export interface FlightInput {
  kind: 'outbound' | 'return';
  departsOn: string;
  departsAt: string | null;
  timeZone: string;
  fromAirport: string | null;
  toAirport: string | null;
  number: string | null;
}

/** A write of a flight, and when it was made: in the air it may be a day before it arrives. */
type Written<T> = T & { writtenAt: Date };

/** The day of a flight, in the time zone of its departure. */
type FlightDay = Pick<FlightInput, 'departsOn' | 'timeZone'>;

/**
 * Checks a day that is about to be given to a flight; called under the profile's lock.
 * @throws flight_date_past, with the field, when the day is over where the flight departs
 */
function assertNotPast({ departsOn, timeZone }: FlightDay, now: Date, field = 'departsOn'): void {
  if (isFlightDatePast({ date: departsOn, timeZone, now }))
    throw new AppError('flight_date_past', { [field]: 'flight_date_past' });
}

/**
 * Runs a write in a transaction that locks the profile: every write of one person's flights waits for the one before.
 * @throws unauthorised when the person was erased meanwhile.
 */
function writeUnderProfileLock<T>(
  db: Database,
  userId: string,
  write: (tx: Database) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await lockProfileForUpdateIfExists(tx, userId))) throw new AppError('unauthorised');
    return write(tx);
  });
}

/** Inserts a flight under the profile's lock. @throws too_many_flights (MAX_FLIGHTS_PER_PERSON are stored); conflict */
async function insertFlight(tx: Database, row: typeof flights.$inferInsert): Promise<void> {
  if ((await countFlights(tx, row.userId)) >= MAX_FLIGHTS_PER_PERSON)
    throw new AppError('too_many_flights');
  const added = await tx.insert(flights).values(row).onConflictDoNothing().returning();
  // The id is that of another person's flight.
  if (added.length === 0) throw new AppError('conflict');
}

/**
 * Adds a flight, unless the person has one of that id already: what else it says then was changed since.
 * @throws flight_date_past (its day was over where it departs when it was written); too_many_flights; conflict (the id
 * belongs to another person's); unauthorised (the account was erased meanwhile)
 */
export function addFlightUnlessStored(
  db: Database,
  userId: string,
  flight: Written<FlightInput & { id?: string | undefined }>,
): Promise<void> {
  return writeUnderProfileLock(db, userId, async (tx) => {
    if (flight.id !== undefined && (await findFlight(tx, userId, flight.id))) return;
    assertNotPast(flight, flight.writtenAt);
    await insertFlight(tx, { ...flight, userId });
  });
}

/**
 * Changes the given fields of a flight, unless they were changed later already. Those of a past flight may be corrected;
 * a new day must not be past when it is written, and puts the flight back on the countdown.
 * @throws not_found; flight_date_past; unauthorised (the account was erased meanwhile)
 */
export function changeFlightUnlessNewer(
  db: Database,
  userId: string,
  flightId: string,
  {
    writtenAt,
    datedOnArrival,
    ...change
  }: Written<Partial<FlightInput>> & { datedOnArrival: boolean },
): Promise<void> {
  return writeUnderProfileLock(db, userId, async (tx) => {
    const before = await findFlight(tx, userId, flightId);
    if (!before) throw new AppError('not_found');
    const after = { ...before, ...change };
    const isMoved = after.departsOn !== before.departsOn;
    if (isMoved) assertNotPast(after, writtenAt);
    const values = { ...change, writtenAt, ...(isMoved && { putAwayAt: null }) };
    const columns = (Object.keys(values) as (keyof typeof values)[]).filter(
      (name) => name !== 'writtenAt',
    );
    const latest = buildSetIfLatest(flights, { at: 'writtenAt', columns }, values, {
      datedOnArrival,
    });
    await tx.update(flights).set(latest).where(eq(flights.id, flightId));
  });
}

/** Deletes a flight. @throws not_found; unauthorised (the account was erased meanwhile) */
export async function removeFlight(db: Database, userId: string, flightId: string) {
  await writeUnderProfileLock(db, userId, async (tx) => {
    const removed = await tx
      .delete(flights)
      .where(and(eq(flights.userId, userId), eq(flights.id, flightId)))
      .returning({ id: flights.id });
    if (removed.length === 0) throw new AppError('not_found');
  });
}

/**
 * Sets a person's flight date, the day of their next flight; null deletes that flight or, when all were flown, takes
 * those off the countdown. Adds a flight if none is to come; changes nothing if another departs on that day. `timeZone`
 * is used unless the next flight names its airport.
 * @throws flight_date_past; too_many_flights; unauthorised (the account was erased meanwhile)
 */
export async function setNextFlightDate(
  db: Database,
  userId: string,
  day: { flightDate: string | null; timeZone: string },
  now: Date,
): Promise<void> {
  await writeUnderProfileLock(db, userId, (tx) => moveNearestFlight(tx, userId, day, now));
}

async function moveNearestFlight(
  tx: Database,
  userId: string,
  { flightDate, timeZone }: { flightDate: string | null; timeZone: string },
  now: Date,
): Promise<void> {
  const counted = await listFlightsOnCountdown(tx, userId);
  const nearest = chooseNearestFlight(counted, now);
  const flown = counted.filter((flight) => isFlown(flight, now)).map(({ id }) => id);
  const coming = nearest && !flown.includes(nearest.id) ? nearest : null;
  const putAwayFlown = () =>
    tx.update(flights).set({ putAwayAt: now }).where(inArray(flights.id, flown));
  if (flightDate === null) {
    await (coming ? tx.delete(flights).where(eq(flights.id, coming.id)) : putAwayFlown());
    return;
  }
  const day = { departsOn: flightDate, timeZone: coming?.fromAirport ? coming.timeZone : timeZone };
  assertNotPast(day, now, 'flightDate');
  // Another flight departs on that day already: the nearest one keeps its own day.
  const isKnown = counted.some(
    ({ id, departsOn }) => departsOn === flightDate && id !== coming?.id && !flown.includes(id),
  );
  if (coming) {
    if (!isKnown)
      await tx
        .update(flights)
        .set({ ...day, writtenAt: now })
        .where(eq(flights.id, coming.id));
    return;
  }
  // The same date again after that flight was flown: not a new flight.
  if (nearest?.departsOn === flightDate) return;
  if (!isKnown) await insertFlight(tx, { userId, ...day, writtenAt: now });
  await putAwayFlown();
}
