import type { PersonState } from './person-state.ts';
import { resolveRoute, type RoutePath } from './route-table.ts';

/** Where each notice of a page stands. What is `held` lies at the bottom of a screen that is high enough, one at a time. */
export interface PageNotices {
  /** The question about cookies, while it is undecided: `held`, or in the flow at the page's end, where it covers nothing. */
  consent: 'held' | 'end';
  /** The beta banner: `held`, as a line of the footer, or `none` for visitors. */
  beta: 'held' | 'footer' | 'none';
  /** Whether the app's line about network, waiting writes and new versions may show. */
  device: boolean;
  /** Whether an announcement of the operator may stand above the page's content. */
  announcement: boolean;
}

/** Where people need help, breathe, listen or fly: nothing lies over the page. */
const CALM: readonly RoutePath[] = [
  '/sos',
  '/tonight',
  '/help',
  '/contact',
  '/support',
  '/breathe',
  '/contract',
  '/onboarding',
  '/content/:id',
  '/flight',
  '/rehearsal',
];
/** Where people pay: announcements show there, and nothing is held. */
const PAYING: readonly RoutePath[] = ['/subscription', '/subscription-success'];
/** What these pages are for stands low on a small phone. */
const LOW: readonly RoutePath[] = ['/auth', '/waitlist', '/s/:id', '/programs', '/ladder/:step?'];
/** The player announces too, by its key `content-player` (specification, section 5). */
const ANNOUNCING: readonly RoutePath[] = ['/content/:id'];

/**
 * Decides where the notices of the page at `path` (without query; empty for a page sent in place of others) stand.
 * `isPlaying`: the mini player is there. `hasDeviceLine`: the app has something to say about network, writes or versions.
 */
export function placeNotices(
  path: string,
  state: PersonState,
  { isPlaying = false, hasDeviceLine = false } = {},
): PageNotices {
  const decision = path === '' ? null : resolveRoute(path, state);
  const route = decision?.kind === 'page' ? decision.path : null;
  const isOneOf = (routes: readonly RoutePath[]) => route !== null && routes.includes(route);
  const isStudio = route?.startsWith('/admin') ?? false;
  const isQuiet = isPlaying || isStudio || isOneOf(CALM) || isOneOf(PAYING);
  // Today is for what helps today: with the places below it, a held question would take a third of a phone.
  const isToday = route === '/' && state !== 'signed_out';
  const isLow = route === null || isToday || isOneOf(LOW);
  return {
    consent: isQuiet || isLow || hasDeviceLine ? 'end' : 'held',
    beta: state === 'signed_out' ? 'none' : isQuiet || hasDeviceLine ? 'footer' : 'held',
    device: state !== 'signed_out' && !isQuiet,
    announcement:
      state !== 'signed_out' && state !== 'onboarding' && (!isOneOf(CALM) || isOneOf(ANNOUNCING)),
  };
}
