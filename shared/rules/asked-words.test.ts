import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findArticleSlugForSearch, isAskingToCancelPass } from './asked-words.ts';
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
  ['should I cancel my flight tomorrow', 'en', 'thinking-of-cancelling'],
  ['annuler mon vol', 'fr', 'thinking-of-cancelling'],
  ['cancel', 'en', 'thinking-of-cancelling'],
  ['cancel my subscription', 'en', null],
  ['résilier', 'fr', null],
  ['annuler mon abonnement', 'fr', null],
  ['turbulence', 'en', null],
  ['', 'fr', null],
] as const)('%j in %s leads to %s', (typed, language, article) =>
  expect(findArticleSlugForSearch(typed, language)).toBe(article),
);

it.each([
  ['cancel', 'en', true],
  ['Refund', 'en', true],
  ['how do I cancel my pass', 'en', true],
  ['stop payments', 'en', true],
  ['unsubscribe', 'en', true],
  ['cancel my flight', 'en', false],
  ['will it pass', 'en', false],
  ['stop flying', 'en', false],
  ['résilier', 'fr', true],
  ['Resilier mon pass', 'fr', true],
  ['me désabonner', 'fr', true],
  ['annuler', 'fr', true],
  ['annuler le vol', 'fr', false],
  ['arrêter de trembler', 'fr', false],
  ['', 'en', false],
] as const)('%j in %s asks how to cancel a pass: %s', (typed, language, asks) =>
  expect(isAskingToCancelPass(typed, language)).toBe(asks),
);

it('whatever is typed leads to an article or to none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...LANGUAGES), (typed, language) => {
      const found = findArticleSlugForSearch(typed, language);
      expect(found === null || found.includes('-')).toBe(true);
    }),
  );
});
