import { countDaysUntilFlight, getWallClock } from './flight-date.ts';

/** When a flight departs: its civil date and, if known, the wall-clock time, both in `timeZone`. */
export interface Departure {
  /** `YYYY-MM-DD` */
  departsOn: string;
  /** `HH:MM`, null when it is not known. */
  departsAt: string | null;
  timeZone: string;
}

const HOUR_MS = 3_600_000;
const FLOWN_HOURS = 3;

/** Returns whether a value is a time of day written `HH:MM`, from 00:00 to 23:59. */
export function isTimeOfDay(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** Returns what a wall clock in a zone shows at an instant, read as if it were UTC, in milliseconds. */
function getWallClockMs(timeZone: string, at: number): number {
  const { date, hour, minute, second } = getWallClock(timeZone, new Date(at));
  return Date.parse(`${date}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000;
}

/**
 * Converts a civil date and a time (`HH:MM`) in a zone to an instant. A time that occurs twice is the first of both;
 * one that is skipped when clocks go forward is moved on by the gap, as calendars do. Throws RangeError on invalid
 * values.
 */
export function toInstant(date: string, time: string, timeZone: string): Date {
  const key = `${date} ${time} ${timeZone}`;
  const known = instants.get(key);
  if (known !== undefined) return new Date(known);
  const instant = computeInstant(date, time, timeZone);
  if (instants.size >= MAX_INSTANTS) instants.clear();
  instants.set(key, instant.getTime());
  return instant;
}

// One request asks for the same ones again and again, and each costs a dozen microseconds.
const instants = new Map<string, number>();
const MAX_INSTANTS = 1000;

function computeInstant(date: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // The offsets on either side of any change of the clock: no zone changes twice in two days.
  const before = getWallClockMs(timeZone, wanted - 24 * HOUR_MS) - (wanted - 24 * HOUR_MS);
  const after = getWallClockMs(timeZone, wanted + 24 * HOUR_MS) - (wanted + 24 * HOUR_MS);
  const first = wanted - before;
  if (getWallClockMs(timeZone, first) === wanted) return new Date(first);
  const second = wanted - after;
  if (getWallClockMs(timeZone, second) === wanted) return new Date(second);
  return new Date(first);
}

/** Returns the departure as an instant. Without a time it is the start of its day, the earliest it can be. */
export function getDepartureInstant({ departsOn, departsAt, timeZone }: Departure): Date {
  return toInstant(departsOn, departsAt ?? '00:00', timeZone);
}

/**
 * Returns the hours until the departure, with fractions: 0 from then to the end of its day in its zone, null once that
 * day is over. Without a departure time it counts to the start of the day.
 */
export function findHoursToDeparture(flight: Departure, now: Date): number | null {
  if (countDaysUntilFlight({ date: flight.departsOn, timeZone: flight.timeZone, now }) < 0)
    return null;
  return Math.max(0, (getDepartureInstant(flight).getTime() - now.getTime()) / HOUR_MS);
}

/**
 * Returns whether a flight counts as flown: from three hours after its departure on, and at the latest from the end of
 * its day in its zone; without a departure time, from the end of its day.
 */
export function isFlown(flight: Departure, now: Date): boolean {
  if (countDaysUntilFlight({ date: flight.departsOn, timeZone: flight.timeZone, now }) < 0)
    return true;
  if (flight.departsAt === null) return false;
  return now.getTime() - getDepartureInstant(flight).getTime() >= FLOWN_HOURS * HOUR_MS;
}

/** For so many hours after its departure a flight counts as just flown. */
const JUST_FLOWN_HOURS = 36;

/** Returns whether a flight counts as flown and departed at most 36 hours ago; without a time, counted from 23:59. */
export function isJustFlown(flight: Departure, now: Date): boolean {
  // Without a time it can have left at the very end of its day.
  const left = toInstant(flight.departsOn, flight.departsAt ?? '23:59', flight.timeZone);
  const hours = (now.getTime() - left.getTime()) / HOUR_MS;
  return isFlown(flight, now) && hours <= JUST_FLOWN_HOURS;
}

/**
 * Chooses the flight of the countdown; null for an empty list. On the first day with a flight that is not over where it
 * departs from: the first flight that has not departed, else one without a time, else the day's last. When all days are
 * over, the latest flight. The order of the list does not matter.
 */
export function chooseNearestFlight<F extends Departure & { id: string }>(
  flights: readonly F[],
  now: Date,
): F | null {
  if (flights.length < 2) return flights[0] ?? null;
  const sorted = flights.toSorted(
    (a, b) =>
      getDepartureInstant(a).getTime() - getDepartureInstant(b).getTime() || (a.id < b.id ? -1 : 1),
  );
  const ahead = sorted.filter(
    ({ departsOn, timeZone }) => countDaysUntilFlight({ date: departsOn, timeZone, now }) >= 0,
  );
  const sameDay = ahead.filter(({ departsOn }) => departsOn === ahead[0]?.departsOn);
  return (
    sameDay.find((flight) => getDepartureInstant(flight) > now) ??
    sameDay.find(({ departsAt }) => departsAt === null) ??
    sameDay.at(-1) ??
    sorted.at(-1) ??
    null
  );
}
