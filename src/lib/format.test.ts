import { expect, it } from 'vitest';
import { formatDate } from './format.ts';

it('writes a day as a sentence takes it, and the first of a month as French does', () => {
  expect(formatDate('2026-12-04', 'en')).toBe('Friday 4 December 2026');
  expect(formatDate('2026-12-01', 'en')).toBe('Tuesday 1 December 2026');
  expect(formatDate('2026-12-01', 'fr')).toBe('mardi 1er décembre 2026');
  expect(formatDate('2026-12-11', 'fr')).toBe('vendredi 11 décembre 2026');
});
