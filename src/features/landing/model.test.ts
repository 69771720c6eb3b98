import { expect, test } from 'vitest';
import { countLandedToday, LANDINGS_PER_DAY } from './model.ts';

test('nothing has landed yet at midnight UTC, and half of the day’s flights at noon', () => {
  expect(countLandedToday(new Date('2026-11-21T00:00:00Z'))).toBe(0);
  expect(countLandedToday(new Date('2026-11-21T12:00:00Z'))).toBe(51_137);
});
test('the count never passes the daily figure', () => {
  expect(countLandedToday(new Date('2026-11-21T23:59:59.999Z'))).toBeLessThanOrEqual(
    LANDINGS_PER_DAY,
  );
});
