import { countDaysBetween, getCivilDate } from './flight-date.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A time in the past as data; the texts are in the catalogues. `count` is 0 for `now`. */
export interface RelativeTime {
  unit: 'now' | 'minute' | 'hour' | 'yesterday' | 'day';
  count: number;
}

/**
 * Computes how long ago `at` was (specification, section 9): `now` under 60 s and in the future, whole minutes below an
 * hour, whole hours below 24, then the days between the two civil dates in `timeZone`: one is `yesterday`, more are
 * `day`. Hours come before dates: at 08:00, 23:00 is "9 hours ago", not "yesterday".
 */
export function computeRelativeTime({
  at,
  now,
  timeZone,
}: {
  at: Date;
  now: Date;
  timeZone: string;
}): RelativeTime {
  const elapsed = now.getTime() - at.getTime();
  if (elapsed < MINUTE_MS) return { unit: 'now', count: 0 };
  if (elapsed < HOUR_MS) return { unit: 'minute', count: Math.floor(elapsed / MINUTE_MS) };
  if (elapsed < DAY_MS) return { unit: 'hour', count: Math.floor(elapsed / HOUR_MS) };
  const days = countDaysBetween(getCivilDate(timeZone, at), getCivilDate(timeZone, now));
  // On the day the clocks go back, 24 hours can pass within one date.
  return days <= 1 ? { unit: 'yesterday', count: 1 } : { unit: 'day', count: days };
}
