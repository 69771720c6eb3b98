import { now } from '#web/lib/clock.ts';

/** Where the cookie banner keeps a person's choice on this device (specification, section 3, cookie consent). */
export const CONSENT_KEY = 'envol-cookie-consent';

interface StoredConsent {
  functionalCookies?: unknown;
  expiresAt?: unknown;
}

/** Whether the person agreed to functional cookies, which reCAPTCHA needs. No choice yet, or one that ended, is no. */
export function mayUseRecaptcha(): boolean {
  try {
    const stored = JSON.parse(localStorage.getItem(CONSENT_KEY) ?? 'null') as StoredConsent | null;
    if (stored?.functionalCookies !== true) return false;
    return new Date(String(stored.expiresAt)) > now();
  } catch {
    return false;
  }
}
