import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { Router } from 'wouter';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import { freezeOrReleaseClock } from '#web/lib/clock.ts';
import { createI18n } from '#web/lib/i18n.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { catalogues as en } from '#web/locales/en.ts';
import { catalogues as enBilling } from '#web/locales/en-billing.ts';
import { catalogues as fr } from '#web/locales/fr.ts';
import { catalogues as frBilling } from '#web/locales/fr-billing.ts';
import SubscriptionPage from '../subscription-page.tsx';

const WORDS = {
  en: createI18n('en', { ...en, ...enBilling }),
  fr: createI18n('fr', { ...fr, ...frBilling }),
};
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'CAD'] as const;

afterEach(() => freezeOrReleaseClock(null));

/** Renders the passes on sale as a person without a pass sees them. */
function render({
  language = 'en',
  timeZone = 'Europe/Paris',
  currency = null,
  testMode = true,
}: {
  language?: Language;
  timeZone?: string;
  currency?: string | null;
  testMode?: boolean;
} = {}): string {
  const prices = CURRENCIES.map((one) => ({
    id: one,
    currency: one,
    amountMinor: 1499,
    offer: null,
  }));
  const plans = [{ plan: 'monthly', tag: 'popular', prices }];
  const replies: Record<string, unknown> = {
    '/api/config': { operator: { vat: null } },
    '/api/plans': { testMode, currency, plans },
    '/api/users/me': { flightDate: null },
  };
  const getReply = (url: string) => replies[url];
  const queryClient = createQueryClient(undefined, { take: getReply, peek: getReply });
  freezeOrReleaseClock({ at: new Date('2026-11-25T12:00:00Z'), timeZone });
  const html = renderToString(
    <Router ssrPath="/subscription">
      <I18nextProvider i18n={WORDS[language]}>
        <QueryClientProvider client={queryClient}>
          <SubscriptionPage />
        </QueryClientProvider>
      </I18nextProvider>
    </Router>,
  );
  queryClient.clear();
  return html;
}

it.each([
  ['the country', 'GBP', 'Europe/Paris', 'GBP'],
  ['the country, not the time zone,', 'EUR', 'America/New_York', 'EUR'],
  ['the time zone, of no known country,', null, 'America/New_York', 'USD'],
  ['the time zone, of no known country,', null, 'Europe/Zurich', 'CHF'],
] as const)(
  'the currency of %s stands first and is chosen (%s, %s: %s)',
  (_, currency, timeZone, first) => {
    const page = render({ currency, timeZone });
    const offered = [...page.matchAll(/<option value="([A-Z]{3})"/g)].map(([, code]) => code);
    expect(offered).toEqual([first, ...CURRENCIES.filter((one) => one !== first)]);
    expect(/<option value="(\w+)"[^>]* selected=""/.exec(page)?.[1]).toBe(first);
  },
);

it.each(LANGUAGES)(
  'a card of one’s own is spoken of where it is asked for, and never beside a test card, in %s',
  (language) => {
    const { t } = WORDS[language];
    const said = [t('billing:card'), t('billing:test.text')];
    const read = (page: string) => said.map((words) => page.includes(words));
    expect(read(render({ language, testMode: true }))).toEqual([false, true]);
    expect(read(render({ language, testMode: false }))).toEqual([true, false]);
  },
);
