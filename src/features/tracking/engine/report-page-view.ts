import { readDecision } from '#web/features/cookie-consent/store.ts';
import { api } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';

/** A page that somebody came to. */
export interface PageVisit {
  url: string;
  path: string;
  search: string;
  /** Where they came from: a page of ours, or what the browser says. */
  referrer: string;
}

/** Reports a page to the server, if analytics is allowed on this device; the server asks the person's own decision again. */
export async function reportPageView(visit: PageVisit, title: string): Promise<void> {
  if (!readDecision(now())?.choice.analytics || !navigator.onLine) return;
  // Fire and forget: nothing depends on it.
  await api('POST /api/customerio/page-view', { body: { ...visit, title } }).catch(() => undefined);
}
