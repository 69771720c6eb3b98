import type { ReplyOf } from '#web/lib/api.ts';
import { dateInWords } from '#web/lib/format.ts';

type Subscription = ReplyOf<'GET /api/subscription-status'>;

/** The parts of the page, in the order in which they are shown (specification, section 2). */
export const TABS = ['overview', 'progress', 'assessment', 'settings'] as const;
export type Tab = (typeof TABS)[number];

/** The part asked for in the address; the first unless told. */
export function tabOf(search: string): Tab {
  const asked = new URLSearchParams(search).get('tab');
  return TABS.find((tab) => tab === asked) ?? 'overview';
}

/** The longest name the server keeps, in characters. */
export const LONGEST_NAME = 80;

/** The name as it is kept, or null when nothing is left of it. */
export function cleanName(typed: string): string | null {
  const name = typed.trim();
  return name === '' ? null : name.slice(0, LONGEST_NAME);
}

/** What is said under the tier: nothing is open, open until a day, or open for good. */
export type PassTerm = { key: 'free' } | { key: 'forever' } | { key: 'until'; endsAt: Date };

/** How long the present access lasts. */
export function passTerm({ hasActiveAccess, endsAt }: Subscription): PassTerm {
  if (!hasActiveAccess) return { key: 'free' };
  return endsAt === null ? { key: 'forever' } : { key: 'until', endsAt: new Date(endsAt) };
}

/** A day in words without its weekday, in the person's own time zone. */
export function dayInWords(instant: Date, language: string, timeZone: string): string {
  return dateInWords(instant, language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  });
}
