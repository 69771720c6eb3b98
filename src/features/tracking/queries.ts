import { useEffect } from 'react';
import { api } from '#web/lib/api.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import type { PageVisit } from './engine/report-page-view.ts';

let hasReported = false;

/** Reports the first signed-in user after load to the server, once (specification, section 4). */
export function useSignInTracking(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn || hasReported) return;
    hasReported = true;
    // Fire and forget: nothing depends on it.
    api('POST /api/customerio/sign-in', { body: {} }).catch(() => undefined);
  }, [signedIn]);
}

let previousUrl: string | undefined;

/**
 * Reports each page view of a signed-in person to the server, once the page is idle and if analytics is allowed
 * (specification, section 7).
 */
export function usePageViewTracking(signedIn: boolean, path: string): void {
  useEffect(() => {
    if (!signedIn) return;
    const { href: url, search } = location;
    const visit = { url, path, search, referrer: previousUrl ?? document.referrer };
    previousUrl = url;
    void reportWhenIdle(visit).catch(() => undefined);
  }, [signedIn, path]);
}

async function reportWhenIdle(visit: PageVisit): Promise<void> {
  await waitForIdle();
  const { reportPageView } = await import('./engine/report-page-view.ts');
  // By then the page has set its title, unless it was left.
  await reportPageView(visit, location.href === visit.url ? document.title : '');
}
