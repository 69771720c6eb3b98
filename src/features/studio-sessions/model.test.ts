import { expect, it } from 'vitest';
import { timeScript } from '#shared/rules/script-lines.ts';
import {
  buildSessionFiles,
  findPreviewStart,
  listDifferences,
  NEW_SESSION,
  parseSessionFiles,
  readTitle,
} from './model.ts';

const SESSION = { ...NEW_SESSION, slug: 'one', publishedAt: '2026-11-18T00:00:00.000Z' };

it('the files of a session are read as the same session', () => {
  const { sessions, faulty } = parseSessionFiles(buildSessionFiles(SESSION, '2026-11-22'));
  expect(faulty).toEqual([]);
  const { optIn: _, guard: _guard, access: _access, form: _form, ...facts } = SESSION.source.facts;
  // What is left out is what it is by default.
  expect(sessions).toEqual([{ slug: 'one', source: { ...SESSION.source, facts } }]);
});

it('a folder without one of its files, or with one that can’t be read, is named', () => {
  const files = buildSessionFiles(SESSION, '2026-11-22');
  files.delete('sessions/one/fr.txt');
  expect(parseSessionFiles(files)).toEqual({ sessions: [], faulty: ['one'] });
  const broken = new Map(buildSessionFiles(SESSION, '2026-11-22')).set(
    'sessions/one/session.json',
    '{',
  );
  expect(parseSessionFiles(broken).faulty).toEqual(['one']);
});

it('a preview begins at the line of the cursor, or at the next one that is heard', () => {
  const options = { language: 'en', kind: 'flow', category: 'meditation' } as const;
  const timed = timeScript('title: A\n---\nOne two three.\n\n[pause 4]\nFour.', options);
  expect([1, 3, 4, 6, 9].map((line) => findPreviewStart(timed, line))).toEqual([
    0,
    0,
    timed.lines[1]?.at,
    timed.lines[2]?.at,
    0,
  ]);
});

it('a title is that of its line alone', () => {
  expect(readTitle('title: The way back \nsummary: x')).toBe('The way back');
  expect(readTitle('title: \nsummary: x')).toBe('');
});

it('two versions differ by their facts and by the lines of their scripts', () => {
  const { facts, scripts } = SESSION.source;
  const mine = { facts, scripts: { ...scripts, en: `${scripts.en}Mine.\n` } };
  const theirs = { facts: { ...facts, kind: 'load' as const }, scripts };
  expect(listDifferences(mine, theirs, (name) => name)).toEqual([
    { label: 'kind', mine: 'flow', theirs: 'load' },
    { label: 'en.txt', mine: 'Mine.', theirs: '' },
  ]);
});
