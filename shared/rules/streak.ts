import { addDays, daysBetween, todayIn } from './flight-date.ts';

/** A finished practice, or days in a row of them; `timeZone` is the one the person was in, where that was kept. */
export interface Practice {
  at: Date;
  timeZone?: string | null;
  /** The civil date there and then, where it is known already. */
  day?: string;
  /** The first practice of the days in a row, in this zone, of which this is the last. */
  since?: { at: Date; day: string };
}

interface Lived {
  at: Date;
  timeZone: string;
  /** The civil date there and then. */
  day: string;
}

function lived(at: Date, timeZone: string, day = todayIn(timeZone, at)): Lived {
  return { at, timeZone, day };
}

/**
 * Calendar days from an earlier practice to a later one, read in the person's favour: each on the
 * day the person lived, or both by the zone of either. A traveller across the date line loses a date
 * without having missed a day.
 */
function dayGap(earlier: Lived, later: Lived): number {
  if (earlier.day === later.day) return 0;
  const own = daysBetween(earlier.day, later.day);
  if (earlier.timeZone === later.timeZone) return own;
  return Math.min(
    own,
    daysBetween(earlier.day, todayIn(earlier.timeZone, later.at)),
    daysBetween(todayIn(later.timeZone, earlier.at), later.day),
  );
}

/** A practice dated further ahead than this comes from a wrong clock. */
export const CLOCK_TOLERANCE_MS = 86_400_000;

/**
 * How many days in a row the person has practised, in their own time zones (product.md, tone and
 * safety). A day still to come does not break a streak: it counts until the end of the day after the
 * last practice.
 *
 * Travel: a practice belongs to the day the person lived, in the zone kept with it, and stays there
 * when the zone changes later; one kept without a zone is read in the present zone `timeZone`. A
 * practice of a wrong clock is left out.
 */
export function dayStreak({
  practices,
  timeZone,
  now,
}: {
  practices: readonly Practice[];
  timeZone: string;
  now: Date;
}): number {
  const latestFirst = practices
    .filter(({ at }) => at.getTime() <= now.getTime() + CLOCK_TOLERANCE_MS)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const stretches: Stretch[] = [];
  let later = lived(now, timeZone);
  for (const practice of latestFirst) {
    const last = lived(practice.at, practice.timeZone ?? timeZone, practice.day);
    if (dayGap(last, later) > 1) break;
    const first = { ...last, ...practice.since };
    stretches.push({ from: first.day, to: last.day });
    if (first.at < later.at) later = first;
  }
  return daysIn(stretches);
}

interface Stretch {
  from: string;
  to: string;
}

/** How many civil dates lie in one stretch at least; those of two zones may overlap. */
function daysIn(stretches: readonly Stretch[]): number {
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
