import { buildBannerHref, chooseShownBanner } from '#shared/rules/banner.ts';
import { reportPageViewIfAllowed } from '#web/features/tracking/engine/report-page-view.ts';
import { api, setApiIdentity } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { deviceStorage } from '#web/lib/storage.ts';

/** Written by the app (src/features/banners/store.ts), which tells the server what was dismissed. */
const DISMISSED_KEY = 'envol-banners-dismissed';

/**
 * Does in the kept document of “Help me now”, with a network, what the app does on every page of a signed-in person: tells
 * of the sign-in and of the page, and shows what the operator announces in `line`, below the page.
 */
export async function reportSosVisitAndShowBanner(line: HTMLElement): Promise<void> {
  const { identity } = await api('GET /api/auth/identity');
  if (!identity) return;
  setApiIdentity(identity);
  // Nothing depends on it.
  api('POST /api/customerio/sign-in', { body: {} }).catch(() => {});
  const { href: url, pathname: path, search } = location;
  void reportPageViewIfAllowed({
    url,
    path,
    search,
    title: document.title,
    referrer: document.referrer,
  });
  const stored = deviceStorage.readJson(DISMISSED_KEY);
  const dismissed = Array.isArray(stored) ? stored.map(String) : [];
  const banner = chooseShownBanner(await api('GET /api/banners/active'), path, dismissed, now());
  if (!banner) return;
  const text = line.querySelector('p')!;
  text.textContent = `${banner.text} `;
  if (banner.targetUrl !== null && banner.buttonText !== null) {
    const link = document.createElement('a');
    link.href = buildBannerHref(banner.targetUrl, banner.urlParams);
    link.className = 'text-link inline-block py-1 font-medium';
    link.textContent = banner.buttonText;
    text.append(link);
  }
  line.querySelector('button')!.addEventListener('click', () => {
    deviceStorage.writeJson(DISMISSED_KEY, [...dismissed, banner.id]);
    line.hidden = true;
  });
  line.hidden = false;
}
