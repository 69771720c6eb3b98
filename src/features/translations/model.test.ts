import { expect, it } from 'vitest';
import type { Language } from '#shared/rules/languages.ts';
import {
  createDemoTranslator,
  formatDaysFromToday,
  listMessageKeysWithoutPluralSuffixes,
} from './model.ts';

const CATALOGUES = {
  en: {
    'list.steps_one': '{{count}} step',
    'list.steps_other': '{{count}} steps',
    until: 'Until {{date}}, for {{price}}, {{who}}',
  },
  fr: {
    'list.steps_one': '{{count}} étape',
    'list.steps_many': '{{count}} d’étapes',
    'list.steps_other': '{{count}} étapes',
  },
};
const render = (key: string, language: Language, number: number) =>
  createDemoTranslator(language, CATALOGUES[language])(key, {
    number,
    date: '2026-12-04',
    amount: 1499,
  });

it('messages are listed once, with all forms of a plural', () => {
  expect(listMessageKeysWithoutPluralSuffixes(CATALOGUES)).toEqual(['list.steps', 'until']);
});

it('a message takes the plural form of its number, which differs by language', () => {
  expect([0, 1, 2].map((number) => render('list.steps', 'en', number))).toEqual([
    '0 steps',
    '1 step',
    '2 steps',
  ]);
  expect([0, 1, 2].map((number) => render('list.steps', 'fr', number))).toEqual([
    '0 étape',
    '1 étape',
    '2 étapes',
  ]);
});

it('a message shows dates, money and names where it asks for them, and null where it is missing', () => {
  expect(render('until', 'en', 1)).toBe('Until Friday 4 December 2026, for €14.99, ‹who›');
  expect(render('until', 'fr', 1)).toBeNull();
});

it('a date is named by its distance from today', () => {
  expect(formatDaysFromToday('2026-12-04', '2026-12-03', 'fr')).toBe('demain');
  expect(formatDaysFromToday('2026-12-04', '2026-12-07', 'en')).toBe('3 days ago');
});
