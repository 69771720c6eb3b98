import { COOKIE_WORDING_VERSION } from '#shared/rules/cookie-consent.ts';

/**
 * Returns the body with which a browser sends a cookie decision; by default everything is refused. `given` overrides
 * fields.
 */
export const buildCookieConsentBody = (given: object = {}) => ({
  userId: null,
  consentGiven: false,
  necessaryCookies: true,
  analyticsCookies: false,
  marketingCookies: false,
  functionalCookies: false,
  userRegion: 'EU',
  ipAddress: null,
  expiresAt: '2099-01-01T00:00:00Z',
  wording: COOKIE_WORDING_VERSION,
  source: 'chosen',
  ...given,
});
