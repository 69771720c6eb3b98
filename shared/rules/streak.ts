import { addDays, daysBetween, getCivilDate } from './flight-date.ts';

/** A finished practice, or days in a row of them; `timeZone` is the one the person was in, where that was kept. */
export interface PracticeRun {
  at: Date;
  timeZone?: string | null;
  /** The civil date there and then, where it is known already. */
  day?: string;
  /** The first practice of the days in a row, in this zone, of which this is the last. */
  since?: { at: Date; day: string };
}

interface LocalMoment {
  at: Date;
  timeZone: string;
  /** The civil date there and then. */
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
  const own = daysBetween(earlier.day, later.day);
  if (earlier.timeZone === later.timeZone) return own;
  return Math.min(
    own,
    daysBetween(earlier.day, getCivilDate(earlier.timeZone, later.at)),
    daysBetween(getCivilDate(later.timeZone, earlier.at), later.day),
  );
}

/** Practices further in the future than this come from a wrong clock. */
export const CLOCK_TOLERANCE_MS = 86_400_000;

/**
 * Counts the days in a row on which the person has practised, in their own time zones (product.md, tone and safety). A
 * day still to come does not break a streak: it counts until the end of the day after the last practice.
 *
 * Travel: a practice belongs to the day the person lived, in the zone kept with it, and stays there when the zone
 * changes later; one kept without a zone is read in the present zone `timeZone`. A practice of a wrong clock is left
 * out.
 */
export function computeDayStreak({
  practices,
  timeZone,
  now,
}: {
  practices: readonly PracticeRun[];
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

/** Counts the distinct dates covered by the ranges, which may overlap. */
function countDays(stretches: readonly DateRange[]): number {
  let days = 0;
  // From here on everything is counted.
  let counted = '9999-12-31';
  for (const { from, to } of stretches.toSorted((a, b) => (a.to < b.to ? 1 : -1))) {
    const end = to < counted ? addDays(to, 1) : counted;
    days += Math.max(0, daysBetween(from, end));
    if (from < counted) counted = from;
  }
  return days;
}
