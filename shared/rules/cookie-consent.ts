/** The categories of scripts that run only with consent (specification, section 6); necessary ones always run. */
export const COOKIE_CATEGORIES = ['analytics', 'marketing', 'functional'] as const;
export type CookieCategory = (typeof COOKIE_CATEGORIES)[number];
/** Which categories are allowed. */
export type CookieChoice = Record<CookieCategory, boolean>;

export const PRIVACY_REGIONS = ['EU', 'UK', 'US', 'OTHER'] as const;
export type PrivacyRegion = (typeof PRIVACY_REGIONS)[number];

/** Version of the wording of the banner and the dialog, stored with each decision; to be changed with the wording. */
export const COOKIE_WORDING_VERSION = '2026-11-26';

/** Days for which a decision stored on the server is valid; the operator may set fewer for the EU and the UK. */
export const SERVER_CONSENT_DAYS = 365;
const LOCAL_CONSENT_MONTHS = 12;

/** The 27 member states of the European Union, ISO 3166-1. */
const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** What reCAPTCHA leaves on a device: the beginnings of the names. */
export const RECAPTCHA_STORAGE_PREFIXES = ['_grecaptcha', 'rc::'] as const;

/** Creates a choice about cookies with the same answer for every category. */
export const createUniformCookieChoice = (allowed: boolean): CookieChoice => ({
  analytics: allowed,
  marketing: allowed,
  functional: allowed,
});

/**
 * Returns the region of privacy law in which a country (ISO 3166-1, in capitals) lies; `OTHER` for countries without
 * rules of their own and for null (unknown).
 */
export function getPrivacyRegion(country: string | null): PrivacyRegion {
  if (country === null) return 'OTHER';
  if (EU_COUNTRIES.has(country)) return 'EU';
  return country === 'GB' ? 'UK' : country === 'US' ? 'US' : 'OTHER';
}

/**
 * Guesses the region of privacy law from the browser's language and time zone by the rules of the specification,
 * section 8: roughly, so `America/Chicago` in French is `OTHER`.
 */
export function guessPrivacyRegion(language: string, timeZone: string): PrivacyRegion {
  const tag = language.toLowerCase();
  if (tag === 'en-gb' || timeZone === 'Europe/London') return 'UK';
  if (tag === 'en-us' || /^America\/(?:New_York|Los_Angeles)$/.test(timeZone)) return 'US';
  return timeZone.startsWith('Europe/') ? 'EU' : 'OTHER';
}

/**
 * Returns the choice that the preferences form starts with before a decision: all off in the EU and the UK, all on
 * elsewhere. Only a proposal: no optional script runs before a decision.
 */
export const getPreselectedCookieChoice = (region: PrivacyRegion): CookieChoice =>
  createUniformCookieChoice(region !== 'EU' && region !== 'UK');

/** Returns the stricter of two choices about cookies: a category is allowed only when both allow it. */
export const pickStricterCookieChoice = (one: CookieChoice, other: CookieChoice): CookieChoice => ({
  analytics: one.analytics && other.analytics,
  marketing: one.marketing && other.marketing,
  functional: one.functional && other.functional,
});

/**
 * Returns the choice with marketing refused when `signal`, the browser's Global Privacy Control, is set; else
 * unchanged.
 */
export const refuseMarketingOnSignal = (choice: CookieChoice, signal: boolean): CookieChoice =>
  signal ? { ...choice, marketing: false } : choice;

/** Returns when a cookie decision made on a device at `from` expires there: twelve months later. */
export function computeDeviceDecisionExpiry(from: Date): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + LOCAL_CONSENT_MONTHS);
  return end;
}
