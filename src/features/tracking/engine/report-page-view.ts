import { reconcileCookieDecision } from '#web/features/cookie-consent/queries.ts';
import { readCookieDecisionOrRemoveInvalid } from '#web/features/cookie-consent/store.ts';
import { api } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';

/** A page that a person came to. */
export interface PageVisit {
  url: string;
  path: string;
  search: string;
  title: string;
  /** Where they came from: a page of ours, or what the browser says. */
  referrer: string;
}

/**
 * Reports a page view to the server if this device has a decision that allows analytics. The server checks the person's
 * own decision; where that refuses, as on another device meanwhile, nothing was stored, and this device gets it at once.
 * Never rejects.
 */
export async function reportPageViewIfAllowed(visit: PageVisit): Promise<void> {
  const decision = readCookieDecisionOrRemoveInvalid(now());
  if (!decision?.choice.analytics || !navigator.onLine) return;
  try {
    const { isAllowed } = await api('POST /api/customerio/page-view', { body: visit });
    if (!isAllowed) await reconcileCookieDecision(decision.userId);
  } catch {
    // Fire and forget: nothing depends on it.
  }
}
