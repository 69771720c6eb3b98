import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { CAUTIONS } from '#shared/rules/cautions.ts';
import { findCautionsMissingInArticle, readArticles, parseAndCheckArticle } from './articles.ts';

const DESCRIPTION = 'What makes a plane shake, what pilots call it, and what the seat belt is for.';
const write = ({
  title = 'What turbulence is',
  description = DESCRIPTION,
  line = 'Rough air is air that changes.',
  lines = 140,
  headings = 4,
} = {}) =>
  [
    `title: ${title}`,
    `description: ${description}`,
    'source: FAA, Handbook, 2023',
    '---',
    line,
    ...Array.from({ length: headings }, () => '## Why'),
    ...Array.from({ length: lines }, () => 'Air moves and planes move'),
  ].join('\n');

describe('the text of an article', () => {
  it('that keeps to every range has no fault', () =>
    expect(parseAndCheckArticle(write(), 'en').faults).toEqual([]));

  it.each([
    ['a long title', { title: 'x'.repeat(66) }, /^1: Shorten the title to 65 .* 66\.$/],
    ['a short description', { description: 'Rough air.' }, /^2: .* 70 to 160 characters.* 10\.$/],
    ['few words', { lines: 20 }, /^1: Write 700 to 1100 words/],
    ['many words', { lines: 300 }, /^1: Write 700 to 1100 words/],
    ['one heading', { headings: 1 }, /^1: Write 4 to 12 headings; there are 1\.$/],
    ['odds in it', { line: 'The odds are that it passes.' }, /^5: Say it without "odds are"/],
  ])('with %s is told so, with the line', (_what, change, fault) => {
    const { faults } = parseAndCheckArticle(write(change), 'en');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  it.each(['Vraiment ?', 'Un mot: deux.', 'Dire « non ».', "L'aile plie.", 'Vraiment!'])(
    'in French with loose typography is told so: %s',
    (line) =>
      expect(parseAndCheckArticle(write({ line }), 'fr').faults).toEqual([
        expect.stringMatching(/^5: /),
      ]),
  );

  it('in French keeps the typography of an English source', () => {
    const source = 'source: Craske, « Exposure Therapy: An Approach », 2014';
    expect(parseAndCheckArticle(`${source}\n${write()}`, 'fr').faults).toEqual([]);
  });

  it('names alcohol and medicines only when it is about them', () => {
    const raw = write({ line: 'Alcohol and a sedative add up.' });
    expect(parseAndCheckArticle(raw, 'en').faults).toHaveLength(2);
    expect(parseAndCheckArticle(raw, 'en', { namesRemedies: true }).faults).toEqual([]);
  });

  it('names a document by its own words', () => {
    const source = 'source: Wilhelm and Roth, “Effects of Alprazolam on Flight Phobics”, 1997';
    expect(parseAndCheckArticle(`${source}\n${write()}`, 'en').faults).toEqual([]);
  });

  it('in French is fine with the spaces that do not break', () =>
    expect(
      parseAndCheckArticle(write({ line: 'Dire «\u00a0non\u00a0»\u00a0: vraiment\u202f?' }), 'fr')
        .faults,
    ).toEqual([]));
});

it.each(LANGUAGES)(
  'the text of an article quotes the cautions of what it invites to (%s)',
  (code) => {
    expect(findCautionsMissingInArticle('Imagine it.', code, ['scene'])).toEqual([
      expect.stringMatching(/"scene"/),
    ]);
    expect(
      findCautionsMissingInArticle(`Imagine it. ${CAUTIONS.scene[code]}`, code, ['scene']),
    ).toEqual([]);
  },
);

it.each(LANGUAGES)(
  'the landing page leads to articles that are there, by their titles (%s)',
  (code) => {
    const { articles } = readArticles('content');
    const words = JSON.parse(readFileSync(`src/locales/${code}/landing.json`, 'utf8')) as {
      reading: { articles: { slug: string; title: string }[] };
    };
    for (const { slug, title } of words.reading.articles)
      expect(articles.find((article) => article.slug === slug)?.texts[code].title).toBe(title);
  },
);
