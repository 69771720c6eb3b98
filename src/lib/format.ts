import { relativeTime } from '#shared/rules/relative-time.ts';
import type { TFunction } from 'i18next';

const MINUTE = 60_000;

/** Minutes of a session, rounded up so that nobody is kept longer than promised. */
export function durationMinutes(ms: number): number {
  return Math.max(1, Math.ceil(ms / MINUTE));
}

/** `3 h 10`, `25 min`: a length of practice in the hand of the language. */
export function formatPractice(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}\u00a0min`;
  return `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`;
}

/** An instant as the language writes dates inside a sentence: no comma after the weekday, "1er" in French. */
export function dateInWords(at: Date, language: string, options: Intl.DateTimeFormatOptions) {
  const french = language === 'fr';
  return new Intl.DateTimeFormat(french ? 'fr-FR' : 'en-GB', options)
    .formatToParts(at)
    .map(({ type, value }) => (french && type === 'day' && value === '1' ? '1er' : value))
    .join('')
    .replace(/^(\p{L}+),/u, '$1');
}

/** A civil date in words, such as `Friday 4 December 2026`. */
export function formatDate(civilDate: string, language: string): string {
  return dateInWords(new Date(`${civilDate}T00:00:00Z`), language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Money in minor units of its currency, as the language writes it. */
export function formatMoney(amountMinor: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'currency',
    currency,
  }).format(amountMinor / 100);
}

/** A past instant as the specification words it: now, minutes, hours, yesterday, days ago. */
export function formatRelative(at: Date, now: Date, timeZone: string, t: TFunction<'common'>) {
  const { unit, count } = relativeTime({ at, now, timeZone });
  return t(`relative.${unit}`, { count });
}
