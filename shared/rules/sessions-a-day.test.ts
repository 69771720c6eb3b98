import { describe, expect, it } from 'vitest';
import { addDays } from './flight-date.ts';
import { computePlanDays } from './plan.ts';
import type { RecommendationCandidate } from './recommendation.ts';
import { getSessionsPerDay } from './sessions-a-day.ts';

describe('recommended sessions a day', () => {
  it.each([
    [null, 1],
    [365, 1],
    [30, 1],
    [29, 2],
    [15, 2],
    [14, 3],
    [7, 3],
    [6, 4],
    [1, 4],
    [0, 4],
    [-1, 1],
  ])('are, %s days before the flight, %s', (days, sessions) => {
    expect(getSessionsPerDay(days)).toBe(sessions);
  });
});

describe('the sessions of a planned day', () => {
  const candidates = (['load', 'flow'] as const).flatMap((kind) =>
    Array.from({ length: 9 }, (_, index): RecommendationCandidate => ({
      id: `${kind}-${index}`,
      kind,
      category: 'meditation',
      areas: ['fear_heights'],
      guard: null,
      durationMs: 11 * 60_000,
      publishedAt: new Date('2026-11-01'),
    })),
  );
  const countSessions = (days: number | null, dailyMinutes: number | null) => {
    const departsOn = addDays('2026-11-21', days ?? 0);
    const [today] = computePlanDays({
      candidates,
      profile: null,
      history: new Map(),
      doneToday: [],
      flight: days === null ? null : { departsOn, departsAt: null, timeZone: 'UTC' },
      dailyMinutes,
      timeZone: 'UTC',
      now: new Date('2026-11-21T09:00:00Z'),
    });
    return today?.sessions.length;
  };

  it('are as many as specified for somebody who chose no minutes', () => {
    const counts = [null, 30, 29, 15, 14, 7, 6, 2].map((days) => countSessions(days, null));
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it('are only those that fit the minutes that somebody chose', () => {
    expect([14, 7, 6].map((days) => countSessions(days, 15))).toEqual([1, 1, 1]);
    expect([14, 7, 6].map((days) => countSessions(days, 30))).toEqual([3, 3, 3]);
  });
});
