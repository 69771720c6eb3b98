import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Countdown } from '#shared/rules/flight-date.ts';
import type { PartOfDay } from '#shared/rules/greeting.ts';

/**
 * Returns today's sessions as they may be shown at this part of the day: what was proposed by day and kept on this device
 * brings no exposure at night, and begins with `tonight`, what is quiet.
 */
export function adaptSessionsToPartOfDay(
  { recommendations, tonight }: Pick<Dashboard, 'recommendations' | 'tonight'>,
  part: PartOfDay,
): Dashboard['recommendations'] {
  const quiet = recommendations.filter(({ content }) => content.kind === 'flow');
  if (part !== 'night' || quiet.length === recommendations.length) return recommendations;
  const first = tonight && { content: tonight, reason: { code: 'calm_night', area: null } };
  return first ? [first, ...quiet] : quiet;
}

/** The number of days left at which the sun is just past half of its arc. */
const HALF_WAY_DAYS = 21;

/**
 * Computes the progress, 0 to 1, of the sun that draws the countdown to the flight: 0 is not risen, 1 the day of the
 * flight and after. A monotonic curve of the days left, because the day the date was entered is not known.
 */
export function computeCountdownProgress(countdown: Countdown): number {
  if (countdown.state === 'none') return 0;
  if (countdown.state !== 'days_until') return 1;
  return HALF_WAY_DAYS / (HALF_WAY_DAYS + countdown.days);
}

/** What to say about today; `left` is never negative. */
export type TodayDoneSummary =
  | { key: 'none' }
  | { key: 'some'; done: number; left: number }
  | { key: 'enough'; done: number };

/**
 * Summarises today's sessions: `none` done, `some` done with the number left, or `enough`, once as many as recommended;
 * by night, once there is one.
 */
export function summariseSessionsToday(
  { done, recommended }: Dashboard['sessionsToday'],
  isNight = false,
): TodayDoneSummary {
  if (done === 0) return { key: 'none' };
  if (done >= recommended || isNight) return { key: 'enough', done };
  return { key: 'some', done, left: recommended - done };
}

const NUMBERS_IN_WORDS = new Set(['1', '2', '3', '4', '5', '6'] as const);
type NumberInWords = typeof NUMBERS_IN_WORDS extends Set<infer Digit> ? Digit : never;

/**
 * Converts a number from 1 to 6 to the translation key of its word; null for other numbers, which are written in
 * digits.
 */
export function findNumberWordKey(value: number): NumberInWords | null {
  const digit = String(value) as NumberInWords;
  return NUMBERS_IN_WORDS.has(digit) ? digit : null;
}

/** How many entries of recent activity are shown before "Show more". */
export const ACTIVITY_SHOWN_AT_FIRST = 3;

/** Returns whether the person has not listened to anything yet; the page then shows how to begin instead of zeros. */
export function hasNeverListened(
  dashboard: Pick<Dashboard, 'totalSessions' | 'recentActivity'>,
): boolean {
  return dashboard.totalSessions === 0 && dashboard.recentActivity.length === 0;
}

/** From this many days on, a date is shown with its year. */
const SHOW_YEAR_FROM_DAYS = 180;

/** The words of a date: days of the week from Sunday on, months, and how the first of a month is written. */
interface DayWords {
  weekdays: readonly string[];
  months: readonly string[];
  first: string;
}

/**
 * Formats a flight's civil date, such as `Friday 4 December`; with the year if it is 180 days away or more. Without Intl,
 * whose first use keeps a slow phone busy.
 */
export function formatFlightDay(date: string, daysAway: number, words: DayWords): string {
  const at = new Date(`${date}T00:00:00Z`);
  const day = at.getUTCDate();
  const parts = [words.weekdays[at.getUTCDay()], day === 1 ? words.first : day];
  const year = Math.abs(daysAway) >= SHOW_YEAR_FROM_DAYS ? [at.getUTCFullYear()] : [];
  return [...parts, words.months[at.getUTCMonth()], ...year].join(' ');
}
