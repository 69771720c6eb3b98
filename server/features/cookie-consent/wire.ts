import type { z } from 'zod';
import type { CookieConsent, saveCookieConsent } from '#shared/contract/cookie-consent.ts';
import type { CookieDecision } from './reads.ts';
import type { NewCookieDecision } from './writes.ts';

type Body = z.output<(typeof saveCookieConsent)['body']>;

/** Converts a stored decision about cookies to the format of the API, with the truncated IP address. */
export function toCookieConsent(decision: CookieDecision): CookieConsent {
  const { userId, analytics, marketing, functional, region, ipAddress } = decision;
  return {
    userId,
    consentGiven: analytics || marketing || functional,
    necessaryCookies: true,
    analyticsCookies: analytics,
    marketingCookies: marketing,
    functionalCookies: functional,
    userRegion: region,
    ipAddress,
    consentTimestamp: decision.decidedAt.toISOString(),
    expiresAt: decision.expiresAt.toISOString(),
  };
}

/** Extracts the choice about cookies, the version of its wording and its source from the body of a request. */
export function extractCookieDecision(
  body: Body,
): Pick<NewCookieDecision, 'choice' | 'wording' | 'source'> {
  const { wording, source } = body;
  const choice = {
    analytics: body.analyticsCookies,
    marketing: body.marketingCookies,
    functional: body.functionalCookies,
  };
  return { choice, wording, source };
}
