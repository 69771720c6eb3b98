import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, countDaysBetween } from './flight-date.ts';
import { computeEasterSunday, getFirstWorkingDayFrom, isWorkingDay } from './working-days.ts';

const year = fc.integer({ min: 1900, max: 2199 });
const date = fc
  .date({ min: new Date('1972-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const getWeekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

it('Easter is where the almanacs have it', () => {
  const known = ['1961-04-02', '2000-04-23', '2008-03-23', '2024-03-31', '2025-04-20'];
  const later = ['2026-04-05', '2027-03-28', '2038-04-25', '2100-03-28'];
  for (const easter of [...known, ...later])
    expect(computeEasterSunday(Number(easter.slice(0, 4)))).toBe(easter);
});

it('Easter is a Sunday from 22 March to 25 April', () => {
  fc.assert(
    fc.property(year, (one) => {
      const easter = computeEasterSunday(one);
      expect(getWeekday(easter)).toBe(0);
      expect(easter >= `${one}-03-22` && easter <= `${one}-04-25`).toBe(true);
    }),
  );
});

it('the eleven public holidays of France are no working days', () => {
  const ofYear = ['01-01', '04-06', '05-01', '05-08', '05-14', '05-25', '07-14', '08-15'];
  for (const day of [...ofYear, '11-01', '11-11', '12-25'])
    expect(isWorkingDay(`2026-${day}`)).toBe(false);
});

it('the next working day is the first one that is none of weekend and holiday, at most six days later', () => {
  fc.assert(
    fc.property(date, (day) => {
      const found = getFirstWorkingDayFrom(day);
      const waited = countDaysBetween(day, found);
      expect(isWorkingDay(found)).toBe(true);
      expect([0, 6]).not.toContain(getWeekday(found));
      for (let passed = 0; passed < waited; passed++)
        expect(isWorkingDay(addDays(day, passed))).toBe(false);
      expect(waited).toBeLessThanOrEqual(6);
    }),
  );
});
