import { type Temporal, temporal } from './temporal.ts';

const DAY_MS = 86_400_000;

// One request asks for the same few dates again and again.
const dayNumbers = new Map<string, number>();
const MAX_DAY_NUMBERS = 1000;

/** Returns the days from 1970-01-01 to a civil date, or null when it is not a real date of the calendar. */
function toDayNumber(date: string): number | null {
  const known = dayNumbers.get(date);
  if (known !== undefined) return known;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const ms = Date.parse(`${date}T00:00:00.000Z`);
  // Some engines roll 30 February over into March instead of refusing it, hence the way back.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return null;
  if (dayNumbers.size >= MAX_DAY_NUMBERS) dayNumbers.clear();
  dayNumbers.set(date, ms / DAY_MS);
  return ms / DAY_MS;
}

function requireDayNumber(date: string): number {
  const day = toDayNumber(date);
  if (day === null) throw new RangeError(`Not a civil date: ${date}`);
  return day;
}

/** Returns whether a value is a real calendar date written `YYYY-MM-DD` (years 0000 to 9999). */
export function isCivilDate(value: unknown): value is string {
  return typeof value === 'string' && toDayNumber(value) !== null;
}

// Creating a formatter costs a hundred times as much as using it; few zones are in use.
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  // Zone names come from requests in any letter case: one key each, or the map would grow with them.
  const key = timeZone.toLowerCase();
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(key, made);
  return made;
}

/**
 * Returns whether a value names a region of the IANA time zone database, such as `Europe/Paris` or `UTC`, in any letter
 * case. Fixed offsets such as `+02:00` are refused.
 */
export function isTimeZone(value: unknown): value is string {
  // Fixed offsets such as `+02:00` are refused: they know nothing of daylight saving.
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    getFormatter(value);
    return true;
  } catch {
    return false;
  }
}

/** Local date and time: civil date, hour (0–23), minute and second (0–59). */
export interface WallClock {
  readonly date: string;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * Returns the date and time that a wall clock in a time zone shows at an instant. Throws RangeError on an unknown zone.
 */
export function getWallClock(timeZone: string, now: Date): WallClock {
  if (temporal) return getWallClockWithTemporal(temporal, timeZone, now);
  const formatter = getFormatter(timeZone);
  const known = latest.get(formatter);
  if (known?.at === now.getTime()) return known.clock;
  // Read from the text, which takes a third of the time of `formatToParts`.
  const numbers = formatter.format(now).match(/\d+/g) ?? [];
  const [day, month, year = '', hour, minute, second] = numbers;
  const clock = {
    date: `${year.padStart(4, '0')}-${month}-${day}`,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
  latest.set(formatter, { at: now.getTime(), clock });
  return clock;
}

// The latest answer of each formatter: one request asks a dozen times what its own moment is, 2 µs each.
const latest = new WeakMap<Intl.DateTimeFormat, { at: number; clock: WallClock }>();

/** Returns what `getWallClock` does, computed with Temporal. Throws RangeError on an unknown zone. */
export function getWallClockWithTemporal(
  { Instant }: Temporal,
  timeZone: string,
  now: Date,
): WallClock {
  const zoned = Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const { year, month, day, hour, minute, second } = zoned;
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  return { date: `${pad(year, 4)}-${pad(month)}-${pad(day)}`, hour, minute, second };
}

/** Returns the civil date in a time zone at an instant. Throws RangeError on an unknown zone. */
export function getCivilDate(timeZone: string, now: Date): string {
  return getWallClock(timeZone, now).date;
}

/**
 * Counts the whole calendar days from one civil date to another; negative when `to` is earlier. Throws RangeError on a
 * value that is not a civil date.
 */
export function countDaysBetween(from: string, to: string): number {
  return requireDayNumber(to) - requireDayNumber(from);
}

/**
 * Returns the civil date `days` days later, or earlier when negative. Throws RangeError when `date` is not a civil
 * date.
 */
export function addDays(date: string, days: number): string {
  return new Date((requireDayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10);
}

/** A clock can be behind by the width of all time zones, which touch three dates at once. */
const MAX_DAYS_BEHIND = 2;

/**
 * Returns the days of a plan from `today` on; where it is an earlier date than the first of them, as west of where the plan
 * was made or by a clock that is behind, it begins today with that day's sessions.
 */
export function alignPlanDaysToToday<Day extends { date: string; daysUntil: number | null }>(
  days: readonly Day[],
  today: string,
): Day[] {
  const left = days.filter(({ date }) => date >= today);
  const [first] = left;
  const behind = first ? countDaysBetween(today, first.date) : 0;
  if (!first || behind <= 0 || behind > MAX_DAYS_BEHIND) return left;
  const added = Array.from({ length: behind }, (_, index) => ({
    ...first,
    date: addDays(today, index),
    daysUntil: first.daysUntil === null ? null : first.daysUntil + behind - index,
  }));
  return [...added, ...left];
}

/** A flight date and the moment it is counted from. */
export interface CountdownInput {
  date: string;
  timeZone: string;
  now: Date;
}

/**
 * Counts the calendar days from today in `timeZone` until the flight: 0 today, negative once passed. Throws RangeError
 * on an invalid date or zone.
 */
export function countDaysUntilFlight({ date, timeZone, now }: CountdownInput): number {
  return countDaysBetween(getCivilDate(timeZone, now), date);
}

/** Returns whether a flight's date is before today in the person's time zone ("Flight date cannot be in the past"). */
export function isFlightDatePast(moment: CountdownInput): boolean {
  return countDaysUntilFlight(moment) < 0;
}

export type Countdown =
  | { state: 'days_until'; days: number }
  | { state: 'today' }
  | { state: 'passed'; days: number }
  | { state: 'none' };

/**
 * Computes the countdown to a flight (specification, section 4): its state, such as `passed`, and `days`, which is at
 * least 1 and in the state `passed` counts the days since.
 */
export function computeCountdown({
  date,
  ...rest
}: Omit<CountdownInput, 'date'> & { date: string | null }): Countdown {
  if (date === null) return { state: 'none' };
  const days = countDaysUntilFlight({ date, ...rest });
  if (days === 0) return { state: 'today' };
  return days > 0 ? { state: 'days_until', days } : { state: 'passed', days: -days };
}
