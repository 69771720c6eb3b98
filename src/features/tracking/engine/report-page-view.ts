import { readCookieDecision } from '#web/features/cookie-consent/store.ts';
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
 * Reports a page view to the server if this device has a decision that allows analytics; the server also checks the
 * person's own decision. Never rejects.
 */
export async function reportPageView(visit: PageVisit): Promise<void> {
  if (!readCookieDecision(now())?.choice.analytics || !navigator.onLine) return;
  // Fire and forget: nothing depends on it.
  await api('POST /api/customerio/page-view', { body: visit }).catch(() => undefined);
}
