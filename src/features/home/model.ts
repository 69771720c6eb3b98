import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Countdown } from '#shared/rules/flight-date.ts';
import { dateInWords } from '#web/lib/format.ts';

/** The days left at which the sun stands a little past half of its way. */
const HALF_WAY_DAYS = 21;

/**
 * How far the sun is on its way to the flight, 0 (not risen) to 1 (the day itself, and after). The day the date was
 * written down is not known, so the way is a curve of the days left: slow while they are many, and never back.
 */
export function sunProgress(countdown: Countdown): number {
  if (countdown.state === 'none') return 0;
  if (countdown.state !== 'days_until') return 1;
  return HALF_WAY_DAYS / (HALF_WAY_DAYS + countdown.days);
}

/** What the line about today says; `left` is never negative. */
export type TodaySoFar =
  | { key: 'none' }
  | { key: 'some'; done: number; left: number }
  | { key: 'enough'; done: number };

/** Sessions done and still to go today. */
export function todaySoFar({ done, recommended }: Dashboard['sessionsToday']): TodaySoFar {
  if (done === 0) return { key: 'none' };
  if (done >= recommended) return { key: 'enough', done };
  return { key: 'some', done, left: recommended - done };
}

/** Numbers that the catalogues write as words; others stay figures. */
const IN_WORDS = new Set(['1', '2', '3', '4', '5', '6'] as const);
type InWords = typeof IN_WORDS extends Set<infer Digit> ? Digit : never;

/** The catalogue key of a small number, or null when it is written in figures. */
export function numberInWords(value: number): InWords | null {
  const digit = String(value) as InWords;
  return IN_WORDS.has(digit) ? digit : null;
}

/** How many entries of recent activity are shown before "Show more". */
export const ACTIVITY_SHOWN = 3;

/** Whether somebody has done nothing yet, so that the page says how it begins instead of showing zeros. */
export function isNew(dashboard: Pick<Dashboard, 'totalSessions' | 'recentActivity'>): boolean {
  return dashboard.totalSessions === 0 && dashboard.recentActivity.length === 0;
}

/** From so many days away a date is ambiguous without its year. */
const YEAR_FROM_DAYS = 180;

/** A flight's day in words, such as `Friday 4 December`; the year is added when it is far away. */
export function flightDay(date: string, daysAway: number, language: string): string {
  return dateInWords(new Date(`${date}T00:00:00Z`), language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(Math.abs(daysAway) >= YEAR_FROM_DAYS && { year: 'numeric' }),
    timeZone: 'UTC',
  });
}
