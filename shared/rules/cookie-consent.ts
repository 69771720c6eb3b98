/** The kinds of scripts that run only with consent (specification, section 6); what is necessary is always on. */
export const COOKIE_CATEGORIES = ['analytics', 'marketing', 'functional'] as const;
export type CookieCategory = (typeof COOKIE_CATEGORIES)[number];
/** Which categories are allowed. */
export type CookieChoice = Record<CookieCategory, boolean>;

export const REGIONS = ['EU', 'UK', 'US', 'OTHER'] as const;
export type Region = (typeof REGIONS)[number];

/** Version of the banner's and the dialog's wording; a decision is stored with it. Changes with the wording. */
export const COOKIE_WORDING = '2026-11';

/** How long the server keeps to a decision, in days; the operator may set fewer for the EU and the UK. */
export const SERVER_CONSENT_DAYS = 365;
/** How long a device keeps to a decision, in months. */
const LOCAL_CONSENT_MONTHS = 12;

/** The 27 member states of the European Union, ISO 3166-1. */
const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** Creates a choice about cookies with the same answer for every category. */
export const createUniformChoice = (allowed: boolean): CookieChoice => ({
  analytics: allowed,
  marketing: allowed,
  functional: allowed,
});

/** Returns the region of a country (ISO 3166-1, in capitals); `OTHER` when it is not known. */
export function getRegion(country: string | null): Region {
  if (country === null) return 'OTHER';
  if (EU_COUNTRIES.has(country)) return 'EU';
  return country === 'GB' ? 'UK' : country === 'US' ? 'US' : 'OTHER';
}

/** Guesses the region from the browser's language and time zone, by the rules of the specification's section 8. */
export function guessRegion(language: string, timeZone: string): Region {
  const tag = language.toLowerCase();
  if (tag === 'en-gb' || timeZone === 'Europe/London') return 'UK';
  if (tag === 'en-us' || /^America\/(?:New_York|Los_Angeles)$/.test(timeZone)) return 'US';
  return timeZone.startsWith('Europe/') ? 'EU' : 'OTHER';
}

/**
 * Returns what the preferences begin with while nothing is chosen: all off in the EU and the UK, all on elsewhere. They
 * are proposals: nothing runs before a decision.
 */
export const getDefaultChoice = (region: Region): CookieChoice =>
  createUniformChoice(region !== 'EU' && region !== 'UK');

/** Returns the stricter of two choices: allowed is what both allow. */
export const pickStricter = (one: CookieChoice, other: CookieChoice): CookieChoice => ({
  analytics: one.analytics && other.analytics,
  marketing: one.marketing && other.marketing,
  functional: one.functional && other.functional,
});

/** Applies the browser's Global Privacy Control, which is a refusal of marketing whatever was pressed. */
export const applyPrivacySignal = (choice: CookieChoice, signal: boolean): CookieChoice =>
  signal ? { ...choice, marketing: false } : choice;

/** Returns when a decision made on a device ends there: twelve months later. */
export function getLocalExpiry(from: Date): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + LOCAL_CONSENT_MONTHS);
  return end;
}
