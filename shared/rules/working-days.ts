import { addDays, countDaysBetween } from './flight-date.ts';

/**
 * Public holidays with a fixed date, `MM-DD`: those of France (Code du travail, L3133-1), and the days that most other
 * states of the European Union have.
 */
const FIXED_HOLIDAYS: ReadonlySet<string> = new Set([
  '01-01',
  '01-06',
  '05-01',
  '05-08',
  '07-14',
  '08-15',
  '11-01',
  '11-11',
  '12-25',
  '12-26',
]);

/** Days from Easter Sunday to the holidays that move with it: Good Friday, Easter and Whit Monday, Ascension. */
const EASTER_HOLIDAYS: readonly number[] = [-2, 1, 39, 50];

/**
 * Computes the date of Easter Sunday in a year of the Gregorian calendar, by the anonymous algorithm (Meeus, Jones and
 * Butcher).
 */
export function computeEasterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${pad(Math.floor(days / 31))}-${pad((days % 31) + 1)}`;
}

/** Returns whether a civil date is none of Saturday, Sunday and a public holiday in France or most of the EU. */
export function isWorkingDay(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(date.slice(5))) return false;
  const sinceEaster = countDaysBetween(computeEasterSunday(Number(date.slice(0, 4))), date);
  return !EASTER_HOLIDAYS.includes(sinceEaster);
}

/** Returns a civil date if it is a working day, else the next one that is. */
export function getFirstWorkingDayFrom(date: string): string {
  let day = date;
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return day;
}
