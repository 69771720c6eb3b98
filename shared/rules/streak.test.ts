import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { countDaysBetween, getCivilDate } from './flight-date.ts';
import type { PracticeOrDayRun } from './streak.ts';
import { computeDayStreak } from './streak.ts';

const PARIS = 'Europe/Paris';
const LOS_ANGELES = 'America/Los_Angeles';
const SYDNEY = 'Australia/Sydney';
const DAY = 86_400_000;

function streakAt(now: string, practices: [iso: string, zone?: string][], timeZone = PARIS) {
  const list: PracticeOrDayRun[] = practices.map(([iso, zone]) => ({
    at: new Date(iso),
    timeZone: zone ?? null,
  }));
  return computeDayStreak({ practices: list, timeZone, now: new Date(now) });
}

describe('the day streak', () => {
  it('counts days in a row, each once, up to today', () => {
    const week = ['08', '09', '09', '10'].map((day): [string] => [`2026-06-${day}T12:00:00Z`]);
    expect(streakAt('2026-06-10T18:00:00Z', week)).toBe(3);
    expect(streakAt('2026-06-10T18:00:00Z', [])).toBe(0);
  });

  it('waits for today until the day is over', () => {
    const yesterday: [string][] = [['2026-06-08T12:00:00Z'], ['2026-06-09T12:00:00Z']];
    expect(streakAt('2026-06-10T21:59:59Z', yesterday)).toBe(2);
    expect(streakAt('2026-06-10T22:00:00Z', yesterday)).toBe(0);
  });

  it('ends at a day without practice', () => {
    const gap: [string][] = [['2026-06-07T12:00:00Z'], ['2026-06-09T12:00:00Z']];
    expect(streakAt('2026-06-09T18:00:00Z', gap)).toBe(1);
  });

  it('turns at midnight of the person', () => {
    const late: [string][] = [['2026-06-08T21:59:00Z'], ['2026-06-08T22:01:00Z']];
    expect(streakAt('2026-06-09T12:00:00Z', late, PARIS)).toBe(2);
    expect(streakAt('2026-06-09T12:00:00Z', late, 'UTC')).toBe(1);
  });

  it('agrees with Temporal for 10,000 zones, moments and practices', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moment = fc.date({
      min: new Date('1980-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    // Near midnight and a day apart as often as not, so that streaks come about.
    const hoursAgo = fc.array(fc.integer({ min: 0, max: 8 * 24 * 4 }), { maxLength: 14 });
    fc.assert(
      fc.property(zones, moment, hoursAgo, (timeZone, now, ago) => {
        const practices = ago.map((quarters) => ({ at: new Date(+now - quarters * 900_000) }));
        const day = (at: Date) =>
          Temporal.Instant.fromEpochMilliseconds(+at).toZonedDateTimeISO(timeZone).toPlainDate();
        const lived = new Set(practices.map(({ at }) => String(day(at))));
        let date = day(now);
        if (!lived.has(String(date))) date = date.subtract({ days: 1 });
        let expected = 0;
        for (; lived.has(String(date)); date = date.subtract({ days: 1 })) expected += 1;
        expect(computeDayStreak({ practices, timeZone, now })).toBe(expected);
      }),
      { numRuns: 10_000 },
    );
  });

  it('outlives the change of the clocks', () => {
    const days = ['2026-03-27T23:30:00Z', '2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z'];
    expect(
      streakAt(
        '2026-03-30T12:00:00Z',
        days.map((iso): [string] => [iso]),
      ),
    ).toBe(3);
  });

  it('keeps days lived in Paris when they are read in Los Angeles', () => {
    const trip: [string, string][] = [
      ['2026-06-08T06:00:00Z', PARIS],
      ['2026-06-09T06:00:00Z', PARIS],
      ['2026-06-11T03:00:00Z', LOS_ANGELES],
    ];
    expect(streakAt('2026-06-11T04:00:00Z', trip, LOS_ANGELES)).toBe(3);
  });

  it('keeps a streak across the date line, where a date is never lived', () => {
    const trip: [string, string][] = [
      ['2026-06-08T03:00:00Z', LOS_ANGELES],
      ['2026-06-09T03:00:00Z', LOS_ANGELES],
      ['2026-06-10T11:00:00Z', SYDNEY],
    ];
    expect(streakAt('2026-06-10T12:00:00Z', trip, SYDNEY)).toBe(3);
    const missed: [string, string][] = [
      ['2026-06-08T03:00:00Z', LOS_ANGELES],
      ['2026-06-11T11:00:00Z', SYDNEY],
    ];
    expect(streakAt('2026-06-11T12:00:00Z', missed, SYDNEY)).toBe(1);
  });

  it('leaves out what a wrong clock dated far ahead, and forgives a little', () => {
    expect(streakAt('2026-06-10T12:00:00Z', [['2027-06-10T12:00:00Z']])).toBe(0);
    expect(streakAt('2026-06-10T12:00:00Z', [['2026-06-10T12:02:00Z']])).toBe(1);
  });

  it('is never broken by a journey of somebody who practises on each of their own days', () => {
    const leg = fc.record({
      offset: fc.integer({ min: -12, max: 14 }),
      minute: fc.integer({ min: 0, max: 1439 }),
    });
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 12 }), (legs) => {
        const practices = legs.map(({ offset, minute }, day) => ({
          at: new Date(Date.UTC(2026, 5, 1 + day, -offset, minute)),
          // The signs of these zones are those of POSIX: west is positive.
          timeZone: `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
        }));
        // No traveller arrives before they left.
        fc.pre(practices.every(({ at }, i) => i === 0 || at > (practices[i - 1]?.at ?? at)));
        const last = practices.at(-1);
        if (!last) return;
        const shuffled = [...practices, ...practices].toReversed();
        const now = new Date(+last.at + 1);
        expect(computeDayStreak({ practices: shuffled, timeZone: last.timeZone, now })).toBe(
          legs.length,
        );
      }),
    );
  });

  it('in one zone is the number of days in a row, counted the plain way', () => {
    const ago = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(ago, (daysAgo) => {
        const now = new Date('2026-06-20T12:00:00Z');
        const practised = new Set(daysAgo);
        let expected = 0;
        for (let day = practised.has(0) ? 0 : 1; practised.has(day); day += 1) expected += 1;
        const practices = daysAgo.map((days) => ({ at: new Date(+now - days * DAY) }));
        expect(computeDayStreak({ practices, timeZone: 'UTC', now })).toBe(expected);
      }),
    );
  });

  const NOW = new Date('2026-04-06T12:00:00Z');
  const toldFrom = (zones: string[]) =>
    // No person is in two zones at once.
    fc
      .uniqueArray(
        fc.record({
          minutes: fc.integer({ min: 0, max: 12 * 1440 }),
          timeZone: fc.constantFrom(...zones),
        }),
        { maxLength: 60, selector: ({ minutes }) => minutes },
      )
      .map((ago) =>
        ago.map(({ minutes, timeZone }): Told => {
          const at = new Date(+NOW - minutes * 60_000);
          return { at, timeZone, day: getCivilDate(timeZone, at) };
        }),
      );

  it('of days in a row told by their first and last practice is that of all practices', () => {
    const practised = fc.constantFrom(PARIS, SYDNEY, LOS_ANGELES).chain((zone) => toldFrom([zone]));
    fc.assert(
      fc.property(practised, fc.constantFrom(PARIS, SYDNEY), (all, timeZone) => {
        expect(computeDayStreak({ practices: inARow(all), timeZone, now: NOW })).toBe(
          computeDayStreak({ practices: all, timeZone, now: NOW }),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('of a traveller is never shorter for being told so', () => {
    fc.assert(
      fc.property(
        toldFrom([PARIS, SYDNEY, LOS_ANGELES]),
        fc.constantFrom(PARIS, SYDNEY),
        (all, timeZone) => {
          expect(
            computeDayStreak({ practices: inARow(all), timeZone, now: NOW }),
          ).toBeGreaterThanOrEqual(computeDayStreak({ practices: all, timeZone, now: NOW }));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

type Told = PracticeOrDayRun & { day: string };

/** Practices with those on days in a row in one zone as one. */
function inARow(practices: readonly Told[]): PracticeOrDayRun[] {
  const zones = Map.groupBy(practices, ({ timeZone }) => timeZone);
  return [...zones.values()].flatMap((there) => buildRows(there.toSorted((a, b) => +a.at - +b.at)));
}

/** Practices of one zone, earliest first, with those on days in a row as one. */
function buildRows(practices: readonly Told[]): PracticeOrDayRun[] {
  const rows: Told[] = [];
  for (const practice of practices) {
    const row = rows.at(-1);
    if (row && countDaysBetween(row.day, practice.day) <= 1)
      rows[rows.length - 1] = { ...practice, since: row.since ?? { at: row.at, day: row.day } };
    else rows.push(practice);
  }
  return rows;
}
