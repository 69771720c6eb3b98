import { expect, it } from 'vitest';
import { timeScript } from '#shared/rules/script-lines.ts';
import {
  diffSessionSources,
  findPreviewStartMs,
  EMPTY_STUDIO_SESSION,
  parseRefusedField,
  parseScriptTitle,
} from './model.ts';

it('a preview begins at the line of the cursor, or at the next one that is heard', () => {
  const options = { language: 'en', kind: 'flow', category: 'meditation' } as const;
  const timed = timeScript('title: A\n---\nOne two three.\n\n[pause 4]\nFour.', options);
  expect([1, 3, 4, 6, 9].map((line) => findPreviewStartMs(timed, line))).toEqual([
    0,
    0,
    timed.lines[1]?.at,
    timed.lines[2]?.at,
    0,
  ]);
});

it('a title is that of its line alone', () => {
  expect(parseScriptTitle('title: The way back \nsummary: x')).toBe('The way back');
  expect(parseScriptTitle('title: \nsummary: x')).toBe('');
});

it('two versions differ by their facts and by the lines of their scripts', () => {
  const { facts, scripts } = EMPTY_STUDIO_SESSION.source;
  const mine = { facts, scripts: { ...scripts, en: `${scripts.en}Mine.\n` } };
  const theirs = { facts: { ...facts, kind: 'load' as const }, scripts };
  expect(diffSessionSources(mine, theirs, (name) => name)).toEqual([
    { label: 'kind', mine: 'flow', theirs: 'load' },
    { label: 'en.txt', mine: 'Mine.', theirs: '' },
  ]);
});

it('a field that was refused is one that the page shows, never the name it has on the way', () => {
  expect(parseRefusedField('source.facts.author')).toEqual({ fact: 'author' });
  expect(parseRefusedField('source.facts.areas.0')).toEqual({ fact: 'areas' });
  expect(parseRefusedField('source.scripts.fr')).toEqual({ script: 'fr' });
  for (const path of ['version', 'source.facts.nothing', 'source.scripts.de', '', 'facts'])
    expect(parseRefusedField(path)).toBeNull();
});
