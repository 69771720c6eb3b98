import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { computeCountdown } from './flight-date.ts';
import {
  getDepartureInstant,
  findHoursToDeparture,
  toInstant,
  isFlown,
  isJustFlown,
  isTimeOfDay,
  chooseNearestFlight,
} from './flights.ts';

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
const now = fc.date({
  min: new Date('1980-01-01'),
  max: new Date('2060-12-31'),
  noInvalidDate: true,
});
const civilDate = now.map((at) => at.toISOString().slice(0, 10));
const DAY_MS = 86_400_000;
const two = (value: number) => String(value).padStart(2, '0');
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);

describe('the countdown', () => {
  it('agrees with Temporal for 10,000 zones, dates and moments, most of them near the day', () => {
    const near = fc
      .tuple(now, fc.integer({ min: -3, max: 40 }))
      .map(([at, days]) => [at, new Date(+at + days * DAY_MS).toISOString().slice(0, 10)] as const);
    fc.assert(
      fc.property(zone, fc.oneof(near, near, fc.tuple(now, civilDate)), (timeZone, [at, date]) => {
        const today = Temporal.Instant.fromEpochMilliseconds(+at)
          .toZonedDateTimeISO(timeZone)
          .toPlainDate();
        const { days } = today.until(Temporal.PlainDate.from(date), { largestUnit: 'day' });
        const gone = { state: 'passed', days: -days };
        const other = days > 0 ? { state: 'days_until', days } : gone;
        expect(computeCountdown({ date, timeZone, now: at })).toEqual(
          days === 0 ? { state: 'today' } : other,
        );
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('the instant of a wall clock', () => {
  it('agrees with Temporal for 10,000 zones, dates and times', () => {
    fc.assert(
      fc.property(zone, civilDate, time, (timeZone, date, clock) => {
        const expected = Temporal.PlainDateTime.from(`${date}T${clock}`).toZonedDateTime(timeZone);
        expect(toInstant(date, clock, timeZone).getTime()).toBe(expected.epochMilliseconds);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ['the hour that is skipped', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['the first of the hour that comes twice', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['a summer evening', '2026-07-14', '21:05', '2026-07-14T19:05:00.000Z'],
  ])('knows %s', (_, date, clock, instant) =>
    expect(toInstant(date, clock, 'Europe/Paris').toISOString()).toBe(instant),
  );

  it('takes only times of day', () => {
    expect(['00:00', '09:30', '23:59'].every(isTimeOfDay)).toBe(true);
    expect(['24:00', '9:30', '09:60', '', null, 930].some(isTimeOfDay)).toBe(false);
  });
});

describe('the hours to a departure', () => {
  const flight = { departsOn: '2026-11-20', departsAt: '18:30', timeZone: 'Europe/Paris' };
  it.each([
    ['2026-11-19T17:30:00Z', 24],
    ['2026-11-20T05:30:00Z', 12],
    ['2026-11-20T20:00:00Z', 0],
    ['2026-11-20T23:00:00Z', null],
  ])('from %s are %s', (iso, hours) =>
    expect(findHoursToDeparture(flight, new Date(iso))).toBe(hours),
  );

  it('are counted to the start of the day while the time is unknown', () =>
    expect(
      findHoursToDeparture({ ...flight, departsAt: null }, new Date('2026-11-19T12:00:00Z')),
    ).toBe(11));
});

it('takes a flight as flown three hours after its departure, or once its day is over', () => {
  const flight = { departsOn: '2026-11-20', departsAt: '06:30', timeZone: 'Europe/Paris' };
  const flown = (time: string, departsAt: string | null) =>
    isFlown({ ...flight, departsAt }, toInstant('2026-11-20', time, 'Europe/Paris'));
  expect([flown('09:29', '06:30'), flown('09:30', '06:30')]).toEqual([false, true]);
  expect(flown('23:59', null)).toBe(false);
  expect(isFlown({ ...flight, departsAt: null }, new Date('2026-11-20T23:00:00Z'))).toBe(true);
});

describe('the nearest flight', () => {
  const flight = fc.record({
    id: fc.uuid(),
    departsOn: civilDate,
    departsAt: fc.option(time),
    timeZone: zone,
  });

  it('is the next one, else the last one, in whatever order they were added', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(flight, { selector: (f) => f.id, maxLength: 6 }),
        now,
        (all, at) => {
          const nearest = chooseNearestFlight(all, at);
          expect(chooseNearestFlight(all.toReversed(), at)).toEqual(nearest);
          if (!nearest) {
            expect(all).toEqual([]);
            return;
          }
          const ahead = all.filter(
            ({ departsOn: date, timeZone }) =>
              computeCountdown({ date, timeZone, now: at }).state !== 'passed',
          );
          const leaving = (ahead.length > 0 ? ahead : all).toSorted(
            (a, b) => getDepartureInstant(a).getTime() - getDepartureInstant(b).getTime(),
          );
          const wanted = ahead.length > 0 ? leaving[0] : leaving.at(-1);
          expect(nearest.departsOn).toBe(wanted?.departsOn);
        },
      ),
    );
  });

  it('is the one that has not left, of several on one day', () => {
    const leaving = (id: string, departsAt: string | null) => ({
      id,
      departsOn: '2026-11-20',
      departsAt,
      timeZone: 'Europe/Paris',
    });
    const day = [leaving('out', '06:30'), leaving('back', '20:00'), leaving('open', null)];
    const named = (count: number, time: string) =>
      chooseNearestFlight(day.slice(0, count), toInstant('2026-11-20', time, 'Europe/Paris'))?.id;
    expect(named(2, '05:00')).toBe('out');
    expect(named(2, '16:50')).toBe('back');
    expect(named(2, '21:00')).toBe('back');
    expect(named(1, '16:50')).toBe('out');
    expect(named(3, '21:00')).toBe('open');
  });
});

it.each([
  ['2026-11-21T08:29:00Z', '06:30', false],
  ['2026-11-21T08:31:00Z', '06:30', true],
  ['2026-11-22T17:29:00Z', '06:30', true],
  ['2026-11-22T17:31:00Z', '06:30', false],
  ['2026-11-21T20:00:00Z', null, false],
  ['2026-11-22T08:00:00Z', null, true],
])('at %s a flight of the 21st at %s was just flown: %s', (at, departsAt, expected) => {
  const flight = { departsOn: '2026-11-21', departsAt, timeZone: 'Europe/Paris' };
  expect(isJustFlown(flight, new Date(at))).toBe(expected);
});
