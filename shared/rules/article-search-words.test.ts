import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findArticleSlugForSearch } from './article-search-words.ts';
import { LANGUAGES } from './languages.ts';

it.each([
  ['xanax for flying', 'en', 'medicine-for-a-flight'],
  ['Does CBT work?', 'en', 'how-fear-of-flying-is-treated'],
  ['bêtabloquant', 'fr', 'medicine-for-a-flight'],
  ['BETABLOQUANT', 'fr', 'medicine-for-a-flight'],
  ['guérir de la peur', 'fr', 'how-fear-of-flying-is-treated'],
  ['flying tomorrow', 'en', 'flying-tomorrow'],
  ['la veille du vol', 'fr', 'flying-tomorrow'],
  ['je surveille l’aile', 'fr', null],
  ['flying tomorrow, should I take a pill', 'en', 'medicine-for-a-flight'],
  ['turbulence', 'en', null],
  ['', 'fr', null],
] as const)('%j in %s leads to %s', (typed, language, article) =>
  expect(findArticleSlugForSearch(typed, language)).toBe(article),
);

it('whatever is typed leads to an article or to none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...LANGUAGES), (typed, language) => {
      const found = findArticleSlugForSearch(typed, language);
      expect(found === null || found.includes('-')).toBe(true);
    }),
  );
});
