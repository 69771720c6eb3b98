import type { Dependencies } from '#server/dependencies.ts';
import { listCurrentPrices } from '#server/features/billing/prices/reads.ts';
import { toLoggableError } from '#server/log.ts';
import type { Language } from '#shared/contract/fields.ts';
import { getDefaultCurrency } from '#shared/rules/currencies.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { type PrecompressedHtml, decompressHtml, precompressHtml } from './documents.ts';

/** Maximum age of the prices on the page, and how long a visitor waits for the first ones. */
const STALE_MS = 30_000;
const FIRST_PRICES_TIMEOUT_MS = 500;

interface Price {
  plan: string;
  currency: string;
  amountMinor: number;
}

/**
 * Fills the prices of the passes in one currency into the prerendered landing page, whose markup is that of
 * landing-page.tsx; unchanged when there are none. The page's script replaces them when the device has chosen another
 * currency.
 */
export function fillLandingPrices(
  html: string,
  prices: readonly Price[],
  { currency, language }: { currency: string; language: Language },
): string {
  const shown = prices.filter((price) => price.currency === currency);
  if (shown.length === 0) return html;
  const find = (plan: string) => shown.find((price) => price.plan === plan);
  return html
    .replaceAll(/(<div data-plan="(\w+)")(?: hidden="")?/g, (_row, start: string, plan: string) =>
      find(plan) ? start : `${start} hidden=""`,
    )
    .replaceAll(/(<span data-price="(\w+)"[^>]*>)/g, (start: string, _same, plan: string) => {
      const price = find(plan);
      return price ? start + formatMoney(price.amountMinor, currency, language) : start;
    })
    .replace('<p data-priced="no"', '<p data-priced="no" hidden=""')
    .replace('<p data-priced="yes" hidden=""', '<p data-priced="yes"');
}

/**
 * Creates a function that returns the landing page with the prices in the currency of a country; undefined when not
 * built. Prices are read from the database at most every 30 s, in the background after the first time; without any the
 * page says so.
 */
export function createLandingPageLoader(
  { db, clock, payments, log }: Pick<Dependencies, 'db' | 'clock' | 'payments' | 'log'>,
  pages: Record<Language, PrecompressedHtml | undefined>,
) {
  let prices: readonly Price[] = [];
  let readAtMs = -Infinity;
  let reading: Promise<void> | undefined;
  const filled = new Map<string, Promise<PrecompressedHtml>>();

  async function read(): Promise<void> {
    try {
      const found = payments ? await listCurrentPrices(db) : [];
      if (JSON.stringify(found) !== JSON.stringify(prices)) filled.clear();
      prices = found;
    } catch (error) {
      log.warn(
        { error: toLoggableError(error) },
        'the prices of the landing page could not be read',
      );
    }
    readAtMs = clock().getTime();
    reading = undefined;
  }

  return async (
    language: Language,
    country: string | null,
  ): Promise<PrecompressedHtml | undefined> => {
    const page = pages[language];
    if (!page) return undefined;
    const isFirst = readAtMs === -Infinity;
    if (clock().getTime() - readAtMs > STALE_MS) reading ??= read();
    if (isFirst)
      await Promise.race([reading, new Promise((go) => setTimeout(go, FIRST_PRICES_TIMEOUT_MS))]);
    if (prices.length === 0) return page;
    const currency = getDefaultCurrency(country, 'UTC');
    const key = `${language} ${currency}`;
    const known =
      filled.get(key) ??
      precompressHtml(fillLandingPrices(decompressHtml(page), prices, { currency, language }));
    filled.set(key, known);
    return known;
  };
}
