import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import {
  estimateLandedInOwnDay,
  estimateLandedToday,
  formatLargeNumber,
  LANDINGS_PER_DAY,
} from './model.ts';

test('nothing has landed yet at midnight UTC, and half of the day’s flights at noon', () => {
  expect(estimateLandedToday(new Date('2026-11-21T00:00:00Z'))).toBe(0);
  expect(estimateLandedToday(new Date('2026-11-21T12:00:00Z'))).toBe(51_137);
});
test('nothing has landed yet at the reader’s own midnight, wherever that is', () => {
  expect(estimateLandedInOwnDay(new Date('2026-11-21T00:00:00'))).toBe(0);
  expect(estimateLandedInOwnDay(new Date('2026-11-21T12:00:00'))).toBe(51_137);
});
test('the count never passes the daily figure', () => {
  expect(estimateLandedToday(new Date('2026-11-21T23:59:59.999Z'))).toBeLessThanOrEqual(
    LANDINGS_PER_DAY,
  );
});
test.each(LANGUAGES)('a count is written without Intl as with it, in %s', (language) => {
  for (const value of [0, 7, 999, 1000, 51_137, 102_275, 1_234_567])
    expect(formatLargeNumber(value, language)).toBe(
      new Intl.NumberFormat(language).format(value).replaceAll('\u202f', '\u00a0'),
    );
});
