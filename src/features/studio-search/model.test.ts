import { expect, it } from 'vitest';
import { findPlaces } from './model.ts';

const places = ['Séances', 'Prix et offres', 'Il est sauvegardé chaque nuit'].map((title) => ({
  key: title,
  title,
  path: '/admin',
}));
const find = (words: string) => findPlaces(places, words).map(({ title }) => title);

it('places are found by all of the words, whatever their case and accents', () => {
  expect(find('seance')).toEqual(['Séances']);
  expect(find('OFFRES prix')).toEqual(['Prix et offres']);
  expect(find('prix nuit')).toEqual([]);
  expect(find('  ')).toEqual([]);
});
