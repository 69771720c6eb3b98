import { describe, expect, it } from 'vitest';
import { toWeeklyFigures } from './wire.ts';

const WEEK = '2026-11-02';
const RANGE = { from: WEEK, to: WEEK, thisWeek: '2026-11-09' };
const row = (metric: string, key: string, value: number, people = value) => ({
  metric,
  key,
  week: WEEK,
  value,
  people,
});
const readRatings = (weekly: ReturnType<typeof row>[]) =>
  toWeeklyFigures(RANGE, { weekly, standing: [], earlier: [] })[0]?.ratings;

describe('the ratings of a week', () => {
  it('are told whole, so that the two of eight who were not helped are seen', () => {
    const weekly = [
      row('rating', 'very_helpful', 6),
      row('rating', 'not_helpful', 2),
      row('raters', '', 8),
    ];
    expect(readRatings(weekly)).toEqual({
      very_helpful: 6,
      somewhat_helpful: 0,
      not_helpful: 2,
    });
  });

  it('are not told at all where fewer than five people rated, however often', () => {
    const weekly = [
      row('rating', 'very_helpful', 12, 4),
      row('rating', 'not_helpful', 9, 3),
      row('raters', '', 4),
    ];
    const none = { very_helpful: null, somewhat_helpful: null, not_helpful: null };
    expect(readRatings(weekly)).toEqual(none);
    // Weeks that were added up before raters were counted.
    expect(readRatings(weekly.slice(0, 2))).toEqual(none);
  });

  it('are none where nobody rated', () =>
    expect(readRatings([])).toEqual({ very_helpful: 0, somewhat_helpful: 0, not_helpful: 0 }));
});
