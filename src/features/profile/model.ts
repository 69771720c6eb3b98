import type { ReplyOf } from '#web/lib/api.ts';
import { formatDateInSentence } from '#web/lib/format.ts';

type Subscription = ReplyOf<'GET /api/subscription-status'>;

export const PROFILE_TABS = ['overview', 'progress', 'assessment', 'settings'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Parses which tab of the profile the URL names; the first by default. */
export function parseProfileTab(search: string): ProfileTab {
  const asked = new URLSearchParams(search).get('tab');
  return PROFILE_TABS.find((tab) => tab === asked) ?? 'overview';
}

/** The maximum length of a name the server accepts, in characters. */
export const MAX_NAME_LENGTH = 80;

/** Trims a person's name and cuts it to the maximum length; null when nothing is left. */
export function normaliseProfileName(typed: string): string | null {
  const name = typed.trim();
  return name === '' ? null : name.slice(0, MAX_NAME_LENGTH);
}

/** How long access lasts: none, until a day, on which it may renew, or for good. */
export type AccessTerm =
  | { key: 'free' | 'forever'; date: null }
  | { key: 'until' | 'renews'; date: Date };

/**
 * Describes until when a person has access: `free` without a pass, `forever`, `until` a date or, for a pass that
 * renews, `renews` at a date.
 */
export function getAccessTerm(
  { tier, hasActiveAccess, validUntil, endsAt, renews }: Subscription,
  now = new Date(),
): AccessTerm {
  if (!hasActiveAccess || tier === 'free') return { key: 'free', date: null };
  if (!validUntil) return { key: 'forever', date: null };
  // After what is paid, access goes on for some days.
  if (new Date(validUntil) < now) return { key: 'until', date: new Date(endsAt ?? validUntil) };
  return { key: renews ? 'renews' : 'until', date: new Date(validUntil) };
}

/** Formats an instant as a date without its weekday, in a time zone. */
export function formatInstantAsDate(instant: Date, language: string, timeZone: string): string {
  return formatDateInSentence(instant, language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  });
}
