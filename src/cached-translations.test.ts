import * as fc from 'fast-check';
import type { i18n } from 'i18next';
import { expect, it } from 'vitest';
import { cacheTranslations } from './cached-translations.ts';
import { createI18n } from './lib/i18n.ts';
import { catalogues as en } from './locales/en.ts';
import { catalogues as fr } from './locales/fr.ts';

type Translate = (...given: unknown[]) => unknown;

const languages = { en, fr };
const toWords = (language: 'en' | 'fr') => ({
  kept: cacheTranslations(createI18n(language, languages[language])),
  plain: createI18n(language, languages[language]),
});
const words = { en: toWords('en'), fr: toWords('fr') };

/** Calls of a translator: alike ones often, with numbers, with a name, in two namespaces. */
const call = fc.record({
  language: fc.constantFrom('en' as const, 'fr' as const),
  key: fc.constantFrom('greeting.morning', 'flight.days', 'totals.heading', 'no.such.key'),
  options: fc.option(
    fc.oneof(
      fc.record({ count: fc.nat(3) }),
      fc.record({ name: fc.constantFrom('Ada', 'Zoé', '{{count}}') }),
      fc.constant({ returnObjects: true }),
    ),
    { nil: undefined },
  ),
});

it('kept texts are those of i18next itself, whatever was asked before', () =>
  fc.assert(
    fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
      for (const { language, key, options } of calls) {
        const { kept, plain } = words[language];
        const ask = (one: i18n): unknown => {
          const translate = one.getFixedT(language, 'home') as unknown as Translate;
          return translate(key, options);
        };
        expect(ask(kept)).toEqual(ask(plain));
      }
    }),
  ));
