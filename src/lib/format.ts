import { computeRelativeTime } from '#shared/rules/relative-time.ts';
import type { Translate } from './translation.ts';

export { formatAmounts, formatMoney } from '#shared/rules/money.ts';

const MINUTE = 60_000;

/** Rounds a duration in milliseconds to whole minutes, at least 1. */
export function roundToMinutes(ms: number): number {
  return Math.max(1, Math.round(ms / MINUTE));
}

/** Formats a duration in milliseconds, such as `3 h 10` or `25 min`; the same in both languages. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}\u00a0min`;
  return `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`;
}

/** Formats a playback position in whole seconds, such as `3:12`. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/**
 * Formats an instant for use inside a sentence: no comma after the weekday, `1er` for the first of a month in French.
 * In the device's time zone, unless `options` names one.
 */
export function formatDateInSentence(
  at: Date,
  language: string,
  options: Intl.DateTimeFormatOptions,
) {
  const french = language === 'fr';
  return new Intl.DateTimeFormat(french ? 'fr-FR' : 'en-GB', options)
    .formatToParts(at)
    .map(({ type, value }) => (french && type === 'day' && value === '1' ? '1er' : value))
    .join('')
    .replace(/^(\p{L}+),/u, '$1');
}

/** Formats a civil date in words, such as `Friday 4 December 2026`. */
export function formatDate(civilDate: string, language: string): string {
  return formatDateInSentence(new Date(`${civilDate}T00:00:00Z`), language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Formats a past instant relative to `now`: just now, minutes or hours ago, yesterday, days ago (in `timeZone`). */
export function formatRelativeTime(at: Date, now: Date, timeZone: string, t: Translate<'common'>) {
  const { unit, count } = computeRelativeTime({ at, now, timeZone });
  return t(`relative.${unit}`, { count });
}

/** Formats an instant to the minute in the device's time zone. */
export function formatDateTime(at: Date, language: string): string {
  return formatDateInSentence(at, language, { dateStyle: 'medium', timeStyle: 'short' });
}
