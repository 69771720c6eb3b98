import { describe, expect, it } from 'vitest';
import { parseAcceptLanguage } from './language.ts';

describe('the language a browser asks for', () => {
  it.each([
    ['', 'en'],
    ['fr', 'fr'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
    ['de,es;q=0.9', 'en'],
    ['de, fr;q=0.5', 'fr'],
    ['en;q=0, fr;q=0.1', 'fr'],
    ['en;q=0.2, fr;q=0.7', 'fr'],
    ['fr;q=abc', 'en'],
    ['*', 'en'],
  ])('%j gives %s', (header, language) => {
    expect(parseAcceptLanguage(header)).toBe(language);
  });
});
