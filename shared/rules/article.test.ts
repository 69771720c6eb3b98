import { describe, expect, it } from 'vitest';
import { countArticleWords, parseArticle } from './article.ts';

const HEADER = 'title: Rough air\ndescription: What it is.\nsource: FAA, Handbook, 2023\n---\n';
const codes = (raw: string) => {
  const parsed = parseArticle(raw);
  return parsed.ok ? [] : parsed.errors.map(({ line, code }) => `${line} ${code}`);
};

describe('an article', () => {
  it('is a header, then paragraphs, headings and lists', () => {
    const parsed = parseArticle(
      `${HEADER}\nAir moves.\n\n## Why\n- Warm ground\n- Hills\n\n- Clouds\nThe end: soon.\n`,
    );
    expect(parsed).toEqual({
      ok: true,
      article: {
        title: 'Rough air',
        description: 'What it is.',
        sources: ['FAA, Handbook, 2023'],
        blocks: [
          { type: 'paragraph', text: 'Air moves.' },
          { type: 'heading', text: 'Why' },
          { type: 'list', items: ['Warm ground', 'Hills'] },
          { type: 'list', items: ['Clouds'] },
          { type: 'paragraph', text: 'The end: soon.' },
        ],
      },
    });
    expect(parsed.ok && countArticleWords(parsed.article)).toBe(10);
  });

  it.each([
    ['no line ---', 'title: Rough air', ['1 missing_separator']],
    ['no source', 'title: A\ndescription: B\n---\nAir.', ['3 missing_source']],
    ['an unknown line in its header', `tags: air\n${HEADER}Air.`, ['1 bad_header']],
    ['two titles', `title: A\n${HEADER}Air.`, ['2 duplicate_header']],
    ['no text', HEADER, ['5 no_opening']],
    ['a heading first', `${HEADER}## Why\nAir.`, ['5 no_opening']],
    ['other markup', `${HEADER}Air.\n# Why\n**Bold**\n[a](b)\n<b>`, [6, 7, 8, 9]],
  ])('with %s is refused, with the line', (_what, raw, expected) =>
    expect(codes(raw)).toEqual(
      expected.map((each) => (typeof each === 'number' ? `${each} unknown_markup` : each)),
    ),
  );
});
