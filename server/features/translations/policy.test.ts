import { describe, expect, it } from 'vitest';
import {
  computeContentTranslationStatus,
  computeTranslationStatus,
  createMessageUsageCheck,
  flattenCatalogue,
  mergeLanguages,
} from './policy.ts';

const compare = (en: object, fr: object, sources: string[] = []) => {
  const messages = mergeLanguages({ en: flattenCatalogue(en), fr: flattenCatalogue(fr) });
  return computeTranslationStatus('plan', messages, createMessageUsageCheck(sources));
};

describe('the status of a feature', () => {
  it('counts the forms of a plural as one message', () => {
    const en = { title: 'Plan', days_one: '{{count}} day', days_other: '{{count}} days' };
    const fr = {
      title: 'Programme',
      days_one: '{{count}} jour',
      days_many: '{{count}} de jours',
      days_other: '{{count}} jours',
    };
    expect(compare(en, fr)).toMatchObject({
      messages: 2,
      languages: { fr: { translated: 2, missing: [], equal: [] } },
    });
  });

  it('names what is missing in a language, and what is still as in English', () => {
    const status = compare(
      { a: { one: 'First', two: 'Second' }, mark: '{{count}} %' },
      { a: { one: 'First' }, mark: '{{count}} %' },
    );
    expect(status.languages.fr).toEqual({ translated: 2, missing: ['a.two'], equal: ['a.one'] });
    expect(status.languages.en).toEqual({ translated: 3, missing: [], equal: [] });
  });

  it.each([
    ['by name with its feature', "t('plan:list.title')"],
    ['by itself where the feature is named', "useTranslation('plan'); t('list.title')"],
    ['within a template', "`${t('plan:list.title')}.`"],
    ['by a template', 't(`plan:list.${key}`)'],
    ['as one of a group', "t('plan:list', { returnObjects: true })"],
    ['by whoever reads the catalogue', "readFile(join(LOCALES, language, 'plan.json'))"],
  ])('finds a message in use that is asked for %s', (_how, source) =>
    expect(compare({ list: { title: 'Plan' } }, {}, [source]).unused).toEqual([]),
  );

  it.each([
    ['nothing asks for', "t('plan:list.heading')"],
    ['is asked of another feature', "useTranslation('programs'); t('list.title')"],
  ])('names a message that %s', (_why, source) =>
    expect(compare({ list: { title: 'Plan' } }, {}, [source]).unused).toEqual(['list.title']),
  );
});

it('the status of content names what has no words in a language', () => {
  const rows = [
    { name: 'one', language: 'en' as const, text: 'One' },
    { name: 'one', language: 'fr' as const, text: 'Un' },
    { name: 'two', language: 'en' as const, text: 'Two' },
    { name: 'two', language: 'fr' as const, text: '' },
    { name: 'three', language: null, text: null },
  ];
  expect(computeContentTranslationStatus('sessions', rows)).toEqual({
    kind: 'sessions',
    total: 3,
    languages: {
      en: { translated: 2, missing: ['three'], equal: [] },
      fr: { translated: 1, missing: ['two', 'three'], equal: [] },
    },
  });
});
