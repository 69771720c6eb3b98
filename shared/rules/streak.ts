import { addDays, countDaysBetween, getCivilDate } from './flight-date.ts';

/** A finished practice, or a run of days with one; `timeZone` is where the person was, null or missing when unknown. */
export interface PracticeOrDayRun {
  at: Date;
  timeZone?: string | null;
  /** Its civil date in that zone, where it is known already. */
  day?: string;
  /** The first practice of the run, in this zone, of which this is the last. */
  since?: { at: Date; day: string };
}

interface LocalMoment {
  at: Date;
  timeZone: string;
  day: string;
}

function toLocalMoment(at: Date, timeZone: string, day = getCivilDate(timeZone, at)): LocalMoment {
  return { at, timeZone, day };
}

/**
 * Counts the calendar days between two practices, in the person's favour: each on its local day, or both in either time
 * zone. Crossing the date line must not break a streak.
 */
function countDayGap(earlier: LocalMoment, later: LocalMoment): number {
  if (earlier.day === later.day) return 0;
  const own = countDaysBetween(earlier.day, later.day);
  if (earlier.timeZone === later.timeZone) return own;
  return Math.min(
    own,
    countDaysBetween(earlier.day, getCivilDate(earlier.timeZone, later.at)),
    countDaysBetween(getCivilDate(later.timeZone, earlier.at), later.day),
  );
}

/** Practices dated further in the future than this come from a wrong clock and do not count. */
export const CLOCK_TOLERANCE_MS = 86_400_000;

/**
 * Counts the days in a row, up to today or yesterday, on which the person practised; 0 when both passed without. A
 * practice belongs to the civil day in its own zone, without one in `timeZone`, so that travel and the date line break
 * no streak. Practices of a clock more than a day ahead of `now` are left out.
 */
export function computeDayStreak({
  practices,
  timeZone,
  now,
}: {
  practices: readonly PracticeOrDayRun[];
  timeZone: string;
  now: Date;
}): number {
  const latestFirst = practices
    .filter(({ at }) => at.getTime() <= now.getTime() + CLOCK_TOLERANCE_MS)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const stretches: DateRange[] = [];
  let later = toLocalMoment(now, timeZone);
  for (const practice of latestFirst) {
    const last = toLocalMoment(practice.at, practice.timeZone ?? timeZone, practice.day);
    if (countDayGap(last, later) > 1) break;
    const first = { ...last, ...practice.since };
    stretches.push({ from: first.day, to: last.day });
    if (first.at < later.at) later = first;
  }
  return countDays(stretches);
}

interface DateRange {
  from: string;
  to: string;
}

function countDays(stretches: readonly DateRange[]): number {
  let days = 0;
  // From here on everything is counted.
  let counted = '9999-12-31';
  for (const { from, to } of stretches.toSorted((a, b) => (a.to < b.to ? 1 : -1))) {
    const end = to < counted ? addDays(to, 1) : counted;
    days += Math.max(0, countDaysBetween(from, end));
    if (from < counted) counted = from;
  }
  return days;
}
