import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { computeRelativeTime } from './relative-time.ts';

const timeZone = 'Europe/Paris';
const UNITS = ['now', 'minute', 'hour', 'yesterday', 'day'];

describe('relative time', () => {
  it.each([
    ['2026-06-10T12:00:00Z', '2026-06-10T12:00:59.999Z', 'now', 0],
    ['2026-06-10T12:00:00Z', '2026-06-10T11:59:00Z', 'now', 0],
    ['2026-06-10T12:00:00Z', '2026-06-10T12:01:00Z', 'minute', 1],
    ['2026-06-10T12:00:00Z', '2026-06-10T12:59:59Z', 'minute', 59],
    ['2026-06-10T12:00:00Z', '2026-06-10T13:00:00Z', 'hour', 1],
    ['2026-06-09T21:00:00Z', '2026-06-10T06:00:00Z', 'hour', 9],
    ['2026-06-10T12:00:00Z', '2026-06-11T11:59:59Z', 'hour', 23],
    ['2026-06-10T12:00:00Z', '2026-06-11T12:00:00Z', 'yesterday', 1],
    ['2026-06-09T22:00:00Z', '2026-06-11T21:59:59Z', 'yesterday', 1],
    ['2026-06-09T22:00:00Z', '2026-06-11T22:00:00Z', 'day', 2],
    ['2026-06-09T21:59:00Z', '2026-06-10T22:01:00Z', 'day', 2],
    // Clocks go back: the 25th of October has 25 hours.
    ['2026-10-24T22:00:00Z', '2026-10-25T22:30:00Z', 'yesterday', 1],
    ['2026-05-01T12:00:00Z', '2026-06-10T12:00:00Z', 'day', 40],
  ])('of %s at %s is %s %i', (at, now, unit, count) => {
    const told = computeRelativeTime({ at: new Date(at), now: new Date(now), timeZone });
    expect(told).toEqual({ unit, count });
  });

  it('agrees with Temporal for 10,000 zones and moments', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moment = fc.date({
      min: new Date('1980-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    const since = fc.oneof(
      ...[3_600_000, 3 * 86_400_000, 4e9].map((max) => fc.integer({ min: 0, max })),
    );
    fc.assert(
      fc.property(zones, moment, since, (zone, at, elapsed) => {
        const from = Temporal.Instant.fromEpochMilliseconds(+at);
        const to = from.add({ milliseconds: elapsed });
        const whole = (smallestUnit: 'second' | 'minute' | 'hour') =>
          from.until(to, { largestUnit: smallestUnit, smallestUnit, roundingMode: 'floor' });
        const day = (instant: typeof from) => instant.toZonedDateTimeISO(zone).toPlainDate();
        const { days } = day(from).until(day(to), { largestUnit: 'day' });
        const expected = () => {
          if (whole('second').seconds < 60) return { unit: 'now', count: 0 };
          if (whole('minute').minutes < 60)
            return { unit: 'minute', count: whole('minute').minutes };
          if (whole('hour').hours < 24) return { unit: 'hour', count: whole('hour').hours };
          return days <= 1 ? { unit: 'yesterday', count: 1 } : { unit: 'day', count: days };
        };
        const now = new Date(to.epochMilliseconds);
        expect(computeRelativeTime({ at, now, timeZone: zone })).toEqual(expected());
      }),
      { numRuns: 10_000 },
    );
  });

  it('never comes nearer as time goes by, in any zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moment = fc.date({
      min: new Date('2016-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    const step = fc.integer({ min: 0, max: 3 * 86_400_000 });
    fc.assert(
      fc.property(zones, moment, step, step, (timeZone, at, first, second) => {
        const sooner = computeRelativeTime({ at, now: new Date(+at + first), timeZone });
        const later = computeRelativeTime({ at, now: new Date(+at + first + second), timeZone });
        const rank = UNITS.indexOf(later.unit) - UNITS.indexOf(sooner.unit);
        expect(rank).toBeGreaterThanOrEqual(0);
        if (rank === 0) expect(later.count).toBeGreaterThanOrEqual(sooner.count);
      }),
      { numRuns: 3000 },
    );
  });
});
