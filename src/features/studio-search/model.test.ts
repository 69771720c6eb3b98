import { expect, it } from 'vitest';
import { findPlaces, getSettingPath } from './model.ts';

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

it('places are found by what else they say, after those whose name it is', () => {
  const two = [
    {
      key: 'a',
      title: 'It is backed up',
      path: '/admin/safety',
      words: 'Set BACKUP_DIR to a folder.',
    },
    { key: 'b', title: 'A folder', path: '/admin' },
  ];
  expect(findPlaces(two, 'backup_dir').map(({ key }) => key)).toEqual(['a']);
  expect(findPlaces(two, 'folder').map(({ key }) => key)).toEqual(['b', 'a']);
});

it('a setting of the server leads to the page that tells of it', () => {
  expect(getSettingPath('environment', 'SPEECH_URL')).toBe('/admin/generation');
  expect(getSettingPath('environment', 'BACKUP_DIR')).toBe('/admin/safety');
});
