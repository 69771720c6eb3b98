import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type WordSearch,
  countFoundWords,
  findWordsInScript,
  replaceWordsInScript,
} from './find-words.ts';

const search = (find: string, more: Partial<WordSearch> = {}): WordSearch => ({
  find,
  isCaseSensitive: false,
  isWholeWord: false,
  ...more,
});
const HEAD =
  'title: The cabin\nsummary: In the cabin.\ntags: cabin, noise\nsource: https://cabin.example\n---\n';

describe('words in a script', () => {
  it('are found in its title, summary, tags and text, with the line and the place', () => {
    expect(findWordsInScript(`${HEAD}The cabin hums.\n`, search('cabin'))).toEqual([
      { line: 1, text: 'title: The cabin', spans: [[11, 16]] },
      { line: 2, text: 'summary: In the cabin.', spans: [[16, 21]] },
      { line: 3, text: 'tags: cabin, noise', spans: [[6, 11]] },
      { line: 6, text: 'The cabin hums.', spans: [[4, 9]] },
    ]);
  });

  it('are not looked for in cues, comments, sources and the names of the head', () => {
    const body = '[ambience cabin]\n# cabin\n[sound cabin 3]\nHush.\n';
    expect(countFoundWords(findWordsInScript(HEAD + body, search('cabin')))).toBe(3);
    expect(findWordsInScript(HEAD + body, search('title'))).toEqual([]);
    expect(findWordsInScript(HEAD + body, search('example'))).toEqual([]);
  });

  it('are found however a space or an apostrophe was typed', () => {
    const french = `${HEAD}L’avion tourne\u202f; l'air porte.\n`;
    expect(countFoundWords(findWordsInScript(french, search("l'a")))).toBe(2);
    expect(countFoundWords(findWordsInScript(french, search('tourne ;')))).toBe(1);
  });

  it('are whole where that is asked, in any script', () => {
    const text = `${HEAD}Air, airy, l’air, été, étés.\n`;
    expect(countFoundWords(findWordsInScript(text, search('air', { isWholeWord: true })))).toBe(2);
    expect(countFoundWords(findWordsInScript(text, search('ÉTÉ', { isWholeWord: true })))).toBe(1);
    expect(countFoundWords(findWordsInScript(text, search('Air', { isCaseSensitive: true })))).toBe(
      1,
    );
  });

  it('are replaced as typed, with no meaning to any sign', () => {
    const done = replaceWordsInScript(`${HEAD}Cost (a.b)?\r\nEnd.`, search('(a.b)?'), '$& $1');
    expect(done).toBe(`${HEAD}Cost $& $1\r\nEnd.`);
  });
});

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\r\n]/gu, '')),
  fc.constantFrom('[pause 4]', '# a comment', 'The air holds the wings.', 'L’air porte.', ''),
);
const script = fc.array(line, { maxLength: 12 }).map((lines) => HEAD + lines.join('\n'));
const words = fc.oneof(
  fc.constantFrom('air', 'the', 'L’a', 'e', '.', '[', '\\', 'cabin'),
  fc.string({ minLength: 1, maxLength: 4 }).filter((text) => text.trim() !== ''),
);

describe('whatever is looked for', () => {
  it('is not found any more once it is replaced by what does not hold it, and nothing else has changed', () => {
    fc.assert(
      fc.property(script, words, fc.boolean(), fc.boolean(), (text, find, cased, whole) => {
        const asked = { find, isCaseSensitive: cased, isWholeWord: whole };
        const found = findWordsInScript(text, asked);
        const cut = (spans: readonly [number, number][], from: string) =>
          spans.toReversed().reduce((now, [a, b]) => now.slice(0, a) + '§' + now.slice(b), from);
        const byLine = new Map(found.map((one) => [one.line, cut(one.spans, one.text)]));
        const expected = text.split('\n').map((was, index) => byLine.get(index + 1) ?? was);
        expect(replaceWordsInScript(text, asked, '§').split('\n')).toEqual(expected);
      }),
    );
  });

  it('leaves a script as it is where nothing was found', () => {
    fc.assert(
      fc.property(script, words, (text, find) => {
        if (findWordsInScript(text, search(find)).length === 0)
          expect(replaceWordsInScript(text, search(find), 'x')).toBe(text);
      }),
    );
  });
});
