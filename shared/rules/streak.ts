import { daysBetween, todayIn } from './flight-date.ts';

/** A finished practice; `timeZone` is the one the person was in, where that was kept. */
export interface Practice {
  at: Date;
  timeZone?: string | null;
  /** The civil date there and then, where it is known already. */
  day?: string;
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

const CLOCK_TOLERANCE_MS = 86_400_000;

/**
 * How many days in a row the person has practised, in their own time zones (product.md, tone and
 * safety). A day still to come does not break a streak: it counts until the end of the day after the
 * last practice.
 *
 * Travel: a practice belongs to the day the person lived, in the zone kept with it, and stays there
 * when the zone changes later; one kept without a zone is read in the present zone `timeZone`. A
 * practice dated more than a day ahead of `now` comes from a wrong clock and is left out.
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
  const days = new Set<string>();
  let later = lived(now, timeZone);
  for (const practice of latestFirst) {
    const earlier = lived(practice.at, practice.timeZone ?? timeZone, practice.day);
    if (dayGap(earlier, later) > 1) break;
    days.add(earlier.day);
    later = earlier;
  }
  return days.size;
}
