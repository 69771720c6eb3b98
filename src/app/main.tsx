import '#web/ui/theme.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { isSamePageInEveryState } from '#shared/rules/route-table.ts';
import type { RenderMoment } from '#shared/rules/start-page.ts';
import { preloadAuthProvider, restorePreloadedIdentity } from '#web/features/identity/queries.ts';
import { getDeviceTimeZone, now, freezeOrReleaseClock } from '#web/lib/clock.ts';
import { retryFirstScriptIfMissing } from '#web/lib/first-script.ts';
import { initI18n } from '#web/lib/i18n.ts';
import {
  schedulePreloadedReplyExpiry,
  findServerRenderMoment,
  setPreloadedReplies,
} from '#web/lib/preloaded-replies.ts';
import {
  enableOfflineFallbackIfControlled,
  reopenPageOnMissingCode,
} from '#web/lib/offline/lazy-offline.ts';
import { trackPreviousPage } from '#web/lib/previous-page.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { addSignOutElsewhereListener } from '#web/lib/sync/sign-out-signal.ts';
import { setDeferredChildrenEnabled } from '#web/ui/deferred-children.tsx';
import { closeVaultIfLockOn } from '#web/lib/vault/lock-record.ts';
import { watchForTooltips } from '#web/ui/lazy-tooltips.ts';
import { getInitialLanguage } from './language.ts';
import { tryToPreloadPage } from './pages.ts';
import { isOfflineDocument, restorePersonIfCached, refetchAfterAccessError } from './person.ts';
import { Root } from './root.tsx';

/** How long the shell waits for its page before it is shown without it. */
const PAGE_TIMEOUT_MS = 100;
const MINUTE_MS = 60_000;

// A page restored from the back/forward cache: the person may have signed out since, so reload.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.hidden = true;
  location.reload();
});

// Signed out in another tab: the data on screen must go, so reload, except on the help pages.
addSignOutElsewhereListener(() => {
  document.documentElement.hidden = true;
  location.replace(isSamePageInEveryState(location.pathname) ? location.pathname : '/');
});

/**
 * Turns clicks on plain links into client-side navigation, which needs no network. The help pages use plain links
 * because they are also prerendered.
 */
function interceptPlainLinks(): void {
  addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element && event.target.closest('a');
    if (!isPlain || event.defaultPrevented || !link || link.target || link.hasAttribute('download'))
      return;
    // The same page in the other language is a separate document, so it is loaded normally.
    if (link.origin !== location.origin || link.search || !isSamePageInEveryState(link.pathname))
      return;
    event.preventDefault();
    navigate(link.pathname + link.hash);
  });
}

/** Opens the page of a shortcut within the app that is open (public/first.js), so that a session goes on. */
function followShortcuts(): void {
  addEventListener('app-launched', (event) => {
    event.preventDefault();
    navigate((event as CustomEvent<string>).detail);
  });
}

async function start(): Promise<void> {
  // First, because all that this device keeps is read through it.
  closeVaultIfLockOn();
  const replies = document.querySelector('#start')?.textContent;
  if (replies) setPreloadedReplies(replies);
  const language = getInitialLanguage();
  reopenPageOnMissingCode();
  enableOfflineFallbackIfControlled();
  preloadAuthProvider();
  const queryClient = createQueryClient(refetchAfterAccessError);
  const words = initI18n(language);
  const page = tryToPreloadPage(location.pathname);
  const person = isOfflineDocument() ? restorePersonIfCached(queryClient, language) : undefined;
  const [i18n] = await Promise.all([words, restorePreloadedIdentity(queryClient)]);
  const container = document.getElementById('root');
  if (!container) throw new Error('no #root');
  const rendered = findServerRenderMoment();
  // The server's markup is taken over for the moment that it was rendered for, and only once the page's code is there.
  const moment = (await isPageSoonThere(page, rendered !== null)) ? rendered : null;
  // Where storage is blocked or its code missing, the app asks as it does with a network.
  await person?.catch(() => {});
  interceptPlainLinks();
  followShortcuts();
  trackPreviousPage();
  watchForTooltips();
  schedulePreloadedReplyExpiry();
  freezeOrReleaseClock(moment);
  setDeferredChildrenEnabled(moment === null);
  // From here on React answers what is pressed, or waits with it until it can (public/early-presses.js).
  dispatchEvent(new Event('app-starting'));
  const renderRoot = () => (
    <Root i18n={i18n} queryClient={queryClient} language={language} onReady={takeOver} />
  );
  const takeOver = () => {
    freezeOrReleaseClock(null);
    setDeferredChildrenEnabled(true);
    if (moment && isOutdated(moment)) root.render(renderRoot());
    dispatchEvent(new Event('app-ready'));
  };
  const root = moment ? hydrateRoot(container, renderRoot()) : createRoot(container);
  if (!moment) root.render(renderRoot());
}

/**
 * Waits for the page's code, so that nothing is shown in its place first; not for long, unless the server's markup is
 * there meanwhile. Resolves to whether it has come.
 */
function isPageSoonThere(page: Promise<boolean>, isRendered: boolean): Promise<boolean> {
  if (isRendered) return page;
  return Promise.race([page, wait(PAGE_TIMEOUT_MS).then(() => false)]);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether a page shows another time than the device's, or its dates in another time zone. */
function isOutdated({ at, timeZone }: RenderMoment): boolean {
  return timeZone !== getDeviceTimeZone() || Math.abs(now().getTime() - at.getTime()) > MINUTE_MS;
}

retryFirstScriptIfMissing();
start().catch((error: unknown) => {
  // The first script opens the page again.
  dispatchEvent(new Event('app-failed'));
  throw error;
});
