/**
 * Where the cookie banner stands: `held` at the bottom of a screen that is high enough; at the page's `end`; or `none`,
 * where only the footer opens the preferences.
 */
export type BannerPosition = 'held' | 'end' | 'none';

const AT_END: readonly string[] = ['/auth', '/waitlist', '/contact', '/help'];

/**
 * Returns where the cookie banner is on a visitor's page: `held` at the bottom of the screen, at the `end` of pages
 * with a form, or `none` on the SOS page.
 */
export const getBannerPosition = (path: string): BannerPosition =>
  path === '/sos' ? 'none' : AT_END.includes(path) ? 'end' : 'held';
