import { useEffect } from 'react';
import { api } from '#web/lib/api.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { callOncePageShown } from '#web/lib/shown-page.ts';
import type { PageVisit } from '../engine/report-page-view.ts';

let hasReported = false;

/** Reports the first signed-in user after load to the server, once (specification, section 4). */
export function useReportSignIn(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn || hasReported) return;
    hasReported = true;
    // Fire and forget: nothing depends on it.
    api('POST /api/customerio/sign-in', { body: {} }).catch(() => undefined);
  }, [signedIn]);
}

let previousUrl: string | undefined;
/** The path that was last reported or waits for its page: signing in on a page is no further visit to it. */
let visitedPath: string | undefined;

/**
 * Reports each page that a signed-in person comes to, once it is there and the browser is idle, if analytics is allowed
 * (specification, section 7): one report a route change, with the page's own path and title.
 */
export function useReportPageViews(signedIn: boolean, path: string): void {
  useEffect(() => {
    const isSamePage = visitedPath === path;
    visitedPath = path;
    if (!signedIn || isSamePage) return undefined;
    let isReported = false;
    const stop = callOncePageShown(path, ({ title }) => {
      isReported = true;
      const search = location.pathname === path ? location.search : '';
      const url = `${location.origin}${path}${search}`;
      const visit = { url, path, search, title, referrer: previousUrl ?? document.referrer };
      previousUrl = url;
      // Its code may be missing: an uncounted visit does no harm.
      void reportWhenIdle(visit).catch(() => undefined);
    });
    return () => {
      stop();
      if (!isReported) visitedPath = undefined;
    };
  }, [signedIn, path]);
}

async function reportWhenIdle(visit: PageVisit): Promise<void> {
  await waitForIdle();
  const { reportPageViewIfAllowed } = await import('../engine/report-page-view.ts');
  await reportPageViewIfAllowed(visit);
}
