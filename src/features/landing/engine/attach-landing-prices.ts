import { CURRENCY_STORAGE_KEY, getDefaultCurrency } from '#shared/rules/currencies.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { formatMoney } from '#web/lib/format.ts';

type Prices = ReplyOf<'GET /api/prices'>;

/** How far below the screen the passes may be when their prices are fetched. */
const MARGIN = '800px';
const TIMEOUT_MS = 8000;

/**
 * Attaches the behaviour to the landing page's prices: fetches them when their section comes near the screen, and
 * inserts them; the markup stays as it is if that fails or nothing is sold. Returns a cleanup function.
 */
export function attachLandingPrices(root: ParentNode): () => void {
  const section = root.querySelector<HTMLElement>('[data-prices]');
  if (!section) return () => undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void fetchPrices().then((prices) => prices && fillPrices(section, prices));
    },
    { rootMargin: MARGIN },
  );
  observer.observe(section);
  return () => observer.disconnect();
}

async function fetchPrices(): Promise<Prices | null> {
  try {
    const answer = await fetch('/api/prices', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? ((await answer.json()) as Prices) : null;
  } catch {
    return null;
  }
}

function fillPrices(section: HTMLElement, { currency: ofCountry, prices }: Prices): void {
  const chosen = deviceStorage.read(CURRENCY_STORAGE_KEY);
  const wanted = ofCountry ?? getDefaultCurrency(null, getDeviceTimeZone());
  const currency = (prices.find((one) => one.currency === chosen) ?? { currency: wanted }).currency;
  const shown = prices.filter((one) => one.currency === currency);
  if (shown.length === 0) return;
  for (const row of section.querySelectorAll<HTMLElement>('[data-plan]')) {
    const price = shown.find(({ plan }) => plan === row.dataset['plan']);
    row.hidden = !price;
    const place = row.querySelector('[data-price]');
    if (price && place)
      place.textContent = formatMoney(price.amountMinor, currency, document.documentElement.lang);
  }
  for (const line of section.querySelectorAll<HTMLElement>('[data-priced]'))
    line.hidden = line.dataset['priced'] === 'no';
}
