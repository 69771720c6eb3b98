/**
 * Where the cookie banner stands: `held` at the bottom of a screen that is high enough; at the page's `end`; or `none`,
 * where only the footer opens the preferences.
 */
export type BannerPosition = 'held' | 'end' | 'none';

const AT_END: readonly string[] = ['/auth', '/waitlist', '/contact', '/contract', '/help'];
/** What these pages are for stands low on a small phone: the ways back of an unknown address, and a shared session's play. */
const isLow = (path: string) => path === '' || path.startsWith('/s/');

/**
 * Returns where the cookie banner is on a visitor's page: `held` (fixed at the bottom of the screen), `end` (at the end
 * of the page: pages with a form, shared sessions and unknown addresses, path ''), or `none` on the SOS page.
 */
export const getBannerPosition = (path: string): BannerPosition =>
  path === '/sos' ? 'none' : AT_END.includes(path) || isLow(path) ? 'end' : 'held';
