import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate } from '#web/lib/format.ts';
import en from '#web/locales/en/home.json' with { type: 'json' };
import fr from '#web/locales/fr/home.json' with { type: 'json' };
import {
  formatFlightDay,
  hasNeverListened,
  findNumberWordKey,
  computeCountdownProgress,
  adaptSessionsToPartOfDay,
  summariseSessionsToday,
} from './model.ts';

describe('what was proposed by day', () => {
  const session = (id: string, kind: 'load' | 'flow') =>
    ({ content: { id, kind }, reason: { code: 'fresh', area: null } }) as Parameters<
      typeof adaptSessionsToPartOfDay
    >[0]['recommendations'][number];
  const recommendations = [session('a', 'load'), session('b', 'flow')];
  const tonight = session('calm', 'flow').content;

  it('is shown by day as it is, and at night without exposure, behind something calm', () => {
    for (const part of ['morning', 'afternoon', 'evening'] as const)
      expect(adaptSessionsToPartOfDay({ recommendations, tonight }, part)).toBe(recommendations);
    const ids = adaptSessionsToPartOfDay({ recommendations, tonight }, 'night').map(
      ({ content }) => content.id,
    );
    expect(ids).toEqual(['calm', 'b']);
    expect(adaptSessionsToPartOfDay({ recommendations, tonight: null }, 'night')).toEqual([
      recommendations[1],
    ]);
    const calm = [session('b', 'flow')];
    expect(adaptSessionsToPartOfDay({ recommendations: calm, tonight }, 'night')).toBe(calm);
  });
});

describe('the sun on its way to the flight', () => {
  it('has not risen without a date', () =>
    expect(computeCountdownProgress({ state: 'none' })).toBe(0));

  it('has arrived on the day, and stays there', () => {
    expect(computeCountdownProgress({ state: 'today' })).toBe(1);
    expect(computeCountdownProgress({ state: 'passed', days: 3 })).toBe(1);
  });

  it('is further on with every day that goes by, and never arrives early', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (days) => {
        const today = computeCountdownProgress({ state: 'days_until', days });
        return (
          today > computeCountdownProgress({ state: 'days_until', days: days + 1 }) && today < 1
        );
      }),
    );
  });
});

describe('the line about today', () => {
  it('says that nothing is done yet', () =>
    expect(summariseSessionsToday({ done: 0, recommended: 3 })).toEqual({ key: 'none' }));
  it('says what is done and what is left', () =>
    expect(summariseSessionsToday({ done: 1, recommended: 3 })).toEqual({
      key: 'some',
      done: 1,
      left: 2,
    }));
  it('calls it enough once the day is done, however much more was done', () => {
    expect(summariseSessionsToday({ done: 3, recommended: 3 })).toEqual({ key: 'enough', done: 3 });
    expect(summariseSessionsToday({ done: 7, recommended: 1 })).toEqual({ key: 'enough', done: 7 });
  });
  it('asks for no more by night than one', () => {
    expect(summariseSessionsToday({ done: 1, recommended: 3 }, true)).toEqual({
      key: 'enough',
      done: 1,
    });
    expect(summariseSessionsToday({ done: 0, recommended: 3 }, true)).toEqual({ key: 'none' });
  });
});

it('writes small numbers as words and leaves the others as figures', () => {
  expect(findNumberWordKey(2)).toBe('2');
  expect(findNumberWordKey(7)).toBeNull();
  expect(findNumberWordKey(0)).toBeNull();
});

it('takes somebody who only began a session for someone who has begun', () => {
  const begun = { listenId: 'l' } as never;
  expect(hasNeverListened({ totalSessions: 0, recentActivity: [] })).toBe(true);
  expect(hasNeverListened({ totalSessions: 0, recentActivity: [begun] })).toBe(false);
});

describe('the day of the flight in words', () => {
  it('leaves out a year that nobody doubts', () => {
    expect(formatFlightDay('2026-12-04', 13, en.flight.day)).toBe('Friday 4 December');
    expect(formatFlightDay('2026-12-04', 13, fr.flight.day)).toBe('vendredi 4 décembre');
    expect(formatFlightDay('2026-12-01', 10, fr.flight.day)).toBe('mardi 1er décembre');
  });
  it.each([
    ['en', en.flight.day],
    ['fr', fr.flight.day],
  ] as const)('is on every day of a year as Intl writes it (%s)', (language, words) => {
    for (let day = 0; day < 366; day += 1) {
      const date = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10);
      expect(formatFlightDay(date, 200, words)).toBe(formatDate(date, language));
    }
  });
  it('names the year when the flight is far away', () =>
    expect(formatFlightDay('2027-08-13', 265, en.flight.day)).toBe('Friday 13 August 2027'));
});
