import { now } from '#web/lib/clock.ts';
import { deviceStorage } from '#web/lib/storage.ts';

/** The localStorage key of the cookie banner's choice (specification, section 3, cookie consent). */
export const COOKIE_CONSENT_KEY = 'envol-cookie-consent';

interface StoredConsent {
  functionalCookies?: unknown;
  expiresAt?: unknown;
}

/** Whether functional cookies, which reCAPTCHA needs, were accepted. No choice or an expired one counts as no. */
export function isRecaptchaAllowed(): boolean {
  const stored = deviceStorage.readJson(COOKIE_CONSENT_KEY) as StoredConsent | null;
  if (stored?.functionalCookies !== true) return false;
  return new Date(String(stored.expiresAt)) > now();
}
