import { expect, it } from 'vitest';
import { getMondayOfWeek, listMondays, toUtcCivilDate } from './week.ts';

it.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => expect(getMondayOfWeek(day)).toBe(monday));

it('weeks are listed across the end of a year and of summer time', () => {
  expect(listMondays('2026-12-23', '2027-01-05')).toEqual([
    '2026-12-21',
    '2026-12-28',
    '2027-01-04',
  ]);
  expect(listMondays('2026-10-19', '2026-11-02')).toHaveLength(3);
  expect(toUtcCivilDate(new Date('2027-01-01T00:30:00+01:00'))).toBe('2026-12-31');
});
