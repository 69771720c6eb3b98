/**
 * Where the cookie banner stands: `held` at the bottom of a screen that is high enough; at the page's `end`; or `none`,
 * where only the footer opens the preferences.
 */
export type CookiePlace = 'held' | 'end' | 'none';

const AT_END: readonly string[] = ['/auth', '/waitlist', '/contact', '/help'];

/** Returns where the banner stands on a visitor's page: never on SOS, and held over no form. */
export const getCookiePlace = (path: string): CookiePlace =>
  path === '/sos' ? 'none' : AT_END.includes(path) ? 'end' : 'held';
