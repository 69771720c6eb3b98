import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LetterName } from './letters.ts';
import { renderLetter } from './letters.ts';

const catalogue = JSON.parse(
  readFileSync(new URL('../../../src/locales/en/mail.json', import.meta.url), 'utf8'),
) as Record<LetterName, Record<string, string>>;
const names = Object.keys(catalogue) as LetterName[];

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  it.each(names)('the letter %s has all its words', async (name) => {
    const link = catalogue[name].action && 'https://envol.example/x';
    const letter = await renderLetter({
      name,
      to: 'ada@example.org',
      language,
      ...(link && { link }),
    });
    const all = letter.subject + letter.html + letter.text;
    expect(all).not.toMatch(/\{\{|undefined/);
    expect(all).not.toContain(`${name}.`);
    expect(letter.text.includes('https://envol.example/x')).toBe(link !== undefined);
  });
});

it('a value that looks like HTML stays text', async () => {
  const { html } = await renderLetter({
    name: 'erased',
    to: 'ada@example.org',
    language: 'en',
    values: { product: '<b>x</b>' },
  });
  expect(html).not.toContain('<b>x</b>');
});
