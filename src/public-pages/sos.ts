import { attachSos } from '#web/features/help/engine/attach-sos.ts';
import { APP_KEPT_SINCE_KEY } from '#web/lib/offline/cache-names.ts';
import { waitForIdle } from '#web/lib/idle.ts';
import { deviceStorage } from '#web/lib/storage.ts';

// The script of “Help me now” where the app is not: the prerendered page, and the document that the service worker keeps.

const root = document.querySelector<HTMLElement>('[data-sos]');
if (root) attachSos(root, document.documentElement.lang);

// The kept document stands in for what cannot be opened without a network.
const instead = root?.querySelector<HTMLElement>('[data-part=instead]');
if (instead) instead.hidden = /^\/sos\/?$/i.test(location.pathname);

/** Written by the app (src/features/feedback/store.ts), which brings React with it. */
const BETA_DISMISSED_KEY = 'envol-beta-banner-dismissed';

// In the kept document, which is the same for every reader: shown where the device has the app.
const beta = document.querySelector<HTMLElement>('[data-beta=document]');
const hasApp = deviceStorage.read(APP_KEPT_SINCE_KEY) !== null;
// A visitor has none of the app's places.
if (beta && !hasApp)
  for (const links of document.querySelectorAll<HTMLElement>('nav, [data-app-links]'))
    links.hidden = true;
if (beta && hasApp) {
  beta.hidden = deviceStorage.read(BETA_DISMISSED_KEY) !== null;
  const announcement = document.querySelector<HTMLElement>('[data-announcement]');
  if (announcement && navigator.onLine)
    void waitForIdle()
      .then(() => import('./sos-signed-in.ts'))
      .then(({ reportSosVisitAndShowBanner }) => reportSosVisitAndShowBanner(announcement))
      // The next page does it.
      .catch(() => {});
}
