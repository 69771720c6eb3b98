import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  computeCountdown,
  countDaysBetween,
  countDaysUntilFlight,
  isCivilDate,
  isFlightDatePast,
  isTimeZone,
  getCivilDate,
  getWallClockWithTemporal,
  getWallClock,
} from './flight-date.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(...ZONES, 'UTC', 'Etc/GMT+12', 'Etc/GMT-14');
const DAY = 86_400_000;
const now = fc.date({
  min: new Date('1972-01-01'),
  max: new Date('2099-12-31'),
  noInvalidDate: true,
});
const civilDate = fc
  .record({
    year: fc.integer({ min: 1972, max: 2099 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .filter(({ year, month, day }) => day <= lengthOfMonth(year, month))
  .map(({ year, month, day }) => write(year, month, day));

function lengthOfMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
function write(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

it('a browser with Temporal reads the same from a wall clock as one without', () => {
  fc.assert(
    fc.property(zone, now, (timeZone, at) => {
      expect(getWallClockWithTemporal(Temporal, timeZone, at)).toEqual(getWallClock(timeZone, at));
    }),
  );
});

// An answer by another way: the zone's offset as Intl names it, added to the instant, and the days
// counted by the formula of the Julian day number, without Date.
const offsets = new Map<string, Intl.DateTimeFormat>();
function offsetSeconds(timeZone: string, at: Date): number {
  const format =
    offsets.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  offsets.set(timeZone, format);
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
function independentToday(timeZone: string, at: Date): string {
  const local = new Date(at.getTime() + offsetSeconds(timeZone, at) * 1000);
  return write(local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate());
}
function julianDay(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const a = Math.floor((14 - month) / 12);
  const y = year + 4800 - a;
  const m = month + 12 * a - 3;
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return day + Math.floor((153 * m + 2) / 5) + 365 * y + leaps - 32_045;
}

describe('a civil date', () => {
  it('is a real date of the calendar, written in full', () => {
    for (const good of ['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01']) {
      expect(isCivilDate(good)).toBe(true);
    }
    const bad = ['2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1'];
    for (const other of [
      ...bad,
      '2026-01-01T00:00',
      ' 2026-01-01',
      '20260101',
      '',
      null,
      20260101,
    ]) {
      expect(isCivilDate(other)).toBe(false);
    }
  });

  it('is counted and moved by calendar days', () => {
    fc.assert(
      fc.property(civilDate, civilDate, (from, to) => {
        const days = countDaysBetween(from, to);
        expect(days).toBe(julianDay(to) - julianDay(from));
        expect(addDays(from, days)).toBe(to);
      }),
    );
    expect(() => countDaysBetween('2026-02-30', '2026-03-01')).toThrow(RangeError);
  });
});

describe('a time zone', () => {
  it('is a name of the IANA database, never a fixed offset', () => {
    for (const name of ZONES) expect(isTimeZone(name)).toBe(true);
    for (const other of [
      'Mars/Olympus',
      '+02:00',
      '-0500',
      '',
      'Europe/',
      null,
      2,
      'Europe/Paris ',
    ]) {
      expect(isTimeZone(other)).toBe(false);
    }
  });
});

describe('the countdown', () => {
  it('agrees with an independent answer for 10,000 zones, dates and moments', () => {
    fc.assert(
      fc.property(zone, civilDate, now, (timeZone, date, at) => {
        const today = independentToday(timeZone, at);
        const days = julianDay(date) - julianDay(today);
        expect(getCivilDate(timeZone, at)).toBe(today);
        expect(countDaysUntilFlight({ date, timeZone, now: at })).toBe(days);
        expect(isFlightDatePast({ date, timeZone, now: at })).toBe(days < 0);
        const state = days > 0 ? { state: 'days_until', days } : { state: 'passed', days: -days };
        const expected = days === 0 ? { state: 'today' } : state;
        expect(computeCountdown({ date, timeZone, now: at })).toEqual(expected);
      }),
      { numRuns: 10_000 },
    );
  });

  it('agrees around midnight and around every change of the clock', () => {
    const zones = ['Europe/Paris', 'America/New_York', 'America/Havana', 'Australia/Lord_Howe'];
    for (const timeZone of [...zones, 'Africa/Cairo', 'Asia/Kathmandu', 'Pacific/Apia']) {
      for (let hour = 0; hour < 366 * 24; hour += 1) {
        const at = new Date(Date.UTC(2026, 0, 1, hour));
        if (offsetSeconds(timeZone, at) === offsetSeconds(timeZone, new Date(+at + DAY))) continue;
        for (const shift of [-1, 0, 1, 1_800_000]) {
          const moment = new Date(+at + shift);
          expect(getCivilDate(timeZone, moment)).toBe(independentToday(timeZone, moment));
        }
      }
    }
  });

  it('turns at midnight of the person, not of the server', () => {
    const flight = { date: '2026-03-29', timeZone: 'Europe/Paris' };
    const at = (iso: string) => computeCountdown({ ...flight, now: new Date(iso) });
    expect(at('2026-03-28T22:59:59.999Z')).toEqual({ state: 'days_until', days: 1 });
    expect(at('2026-03-28T23:00:00.000Z')).toEqual({ state: 'today' });
    // The day has 23 hours: clocks go forward.
    expect(at('2026-03-29T21:59:59.999Z')).toEqual({ state: 'today' });
    expect(at('2026-03-29T22:00:00.000Z')).toEqual({ state: 'passed', days: 1 });
  });

  it('knows no flight date', () => {
    expect(computeCountdown({ date: null, timeZone: 'UTC', now: new Date() })).toEqual({
      state: 'none',
    });
  });
});

describe('the wall clock', () => {
  it('reads midnight as hour 0 and knows the date beside it', () => {
    const midnight = new Date('2026-06-30T22:00:05.000Z');
    expect(getWallClock('Europe/Paris', midnight)).toEqual({
      date: '2026-07-01',
      hour: 0,
      minute: 0,
      second: 5,
    });
  });
});
