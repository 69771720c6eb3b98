import { expect, it } from 'vitest';
import { computeTranslationStatus, flattenCatalogue, listMessagesWithLanguages } from './policy.ts';

const compare = (en: object, fr: object) =>
  computeTranslationStatus(
    'plan',
    listMessagesWithLanguages({ en: flattenCatalogue(en), fr: flattenCatalogue(fr) }),
  );

it('the status of a feature counts the forms of a plural as one message', () => {
  const en = { title: 'Plan', days_one: '{{count}} day', days_other: '{{count}} days' };
  const fr = {
    title: 'Programme',
    days_one: '{{count}} jour',
    days_many: '{{count}} de jours',
    days_other: '{{count}} jours',
  };
  expect(compare(en, fr)).toEqual({ name: 'plan', total: 2, missing: { en: [], fr: [] } });
});

it('the status of a feature names what is missing in a language', () => {
  const status = compare({ a: { one: 'First', two: 'Second' } }, { a: { one: 'Un' }, b: ['Deux'] });
  expect(status).toEqual({ name: 'plan', total: 3, missing: { en: ['b.0'], fr: ['a.two'] } });
});

it('the status of content names what has no words in a language', () => {
  const items = [
    { name: 'one', languages: ['en', 'fr'] as const },
    { name: 'two', languages: ['en'] as const },
    { name: 'three', languages: [] },
  ];
  const missing = { en: ['three'], fr: ['two', 'three'] };
  expect(computeTranslationStatus('sessions', items)).toEqual({
    name: 'sessions',
    total: 3,
    missing,
  });
});
