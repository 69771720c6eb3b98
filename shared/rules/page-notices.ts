import type { PersonState } from './person-state.ts';
import { resolveRoute, type RoutePath } from './route-table.ts';

/** Where each notice of a page stands. What is `held` lies at the bottom of a screen that is high enough, one at a time. */
export interface PageNoticePlaces {
  /** The question about cookies, while it is undecided: `held`, or in the flow at the page's end, where it covers nothing. */
  consent: 'held' | 'end';
  /** The beta banner: `held`, as a line of the footer, or `none` for visitors. */
  beta: 'held' | 'footer' | 'none';
  /** Whether the app's line about network, waiting writes and new versions may show. */
  device: boolean;
  /** What the operator announces: above the page's content, as a line of the footer, or not for visitors. */
  announcement: 'top' | 'footer' | 'none';
}

/** Where people need help now, listen or look out of the window: nothing lies over the page. */
const CALM: readonly RoutePath[] = ['/sos', '/tonight', '/content/:id', '/rehearsal'];
/** Where people answer, write, breathe, fly or pay: the line about the beta is held, and nothing else. */
const QUIET: readonly RoutePath[] = [
  '/help',
  '/contact',
  '/support',
  '/breathe',
  '/contract',
  '/onboarding',
  '/flight',
  '/subscription',
  '/subscription-success',
];
/** What these pages are for stands low on a small phone. */
const LOW: readonly RoutePath[] = ['/auth', '/waitlist', '/s/:id', '/programs', '/ladder/:step?'];
/** What these pages are for is not put off by an announcement, which stands at their end. */
const AT_ONCE: readonly RoutePath[] = ['/sos', '/tonight', '/breathe', '/flight', '/rehearsal'];

/**
 * Decides where the notices of the page at `path` (without query; empty for a page sent in place of others) stand.
 * `isPlaying`: the mini player is there. `hasDeviceLine`: the app has something to say about network, writes or versions.
 */
export function placeNotices(
  path: string,
  state: PersonState,
  { isPlaying = false, hasDeviceLine = false } = {},
): PageNoticePlaces {
  const decision = path === '' ? null : resolveRoute(path, state);
  const route = decision?.kind === 'page' ? decision.path : null;
  const isOneOf = (routes: readonly RoutePath[]) => route !== null && routes.includes(route);
  const isStudio = route?.startsWith('/admin') ?? false;
  const isCalm = isPlaying || isOneOf(CALM);
  const isQuiet = isCalm || isStudio || isOneOf(QUIET);
  // Today is for what helps today: with the places below it, a held question would take a third of a phone.
  const isToday = route === '/' && state !== 'signed_out';
  const isLow = route === null || isToday || isOneOf(LOW);
  const isVisitor = state === 'signed_out';
  return {
    consent: isQuiet || isLow || hasDeviceLine ? 'end' : 'held',
    beta: isVisitor ? 'none' : isCalm || hasDeviceLine ? 'footer' : 'held',
    device: !isVisitor && !isQuiet,
    announcement: isVisitor ? 'none' : isOneOf(AT_ONCE) ? 'footer' : 'top',
  };
}
