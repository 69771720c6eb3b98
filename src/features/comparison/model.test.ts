import { assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import type { FearAnswers } from '#shared/rules/fear-report.ts';
import { compareAreasWithAnswers } from './model.ts';

const KEYS = FEAR_AREAS.map(({ key }) => key);
const answers = (of: Partial<FearAnswers>, all = 0): FearAnswers => ({
  ...(Object.fromEntries(KEYS.map((key) => [key, all])) as FearAnswers),
  ...of,
});
const strong = answers({ fear_heights: 9, turbulence_weather_worry: 8, fear_no_escape: 7 }, 2);

describe('a session beside a profile', () => {
  it('meets those of the three strongest areas that it is about', () => {
    const { sessionAreas, strongestCount, sharedCount } = compareAreasWithAnswers(
      ['turbulence_weather_worry', 'fear_heights', 'pre_flight_worry'],
      strong,
    );
    expect([sharedCount, strongestCount]).toEqual([2, 3]);
    expect(sessionAreas.map((row) => [row.area, row.score, row.strong])).toEqual([
      ['turbulence_weather_worry', 8, true],
      ['fear_heights', 9, true],
      ['pre_flight_worry', 2, false],
    ]);
  });

  it('may meet none of them, and says so', () => {
    expect(compareAreasWithAnswers(['post_flight_worry'], strong)).toMatchObject({
      sharedCount: 0,
      strongestCount: 3,
    });
  });

  it('calls nothing strong that is calm', () => {
    expect(compareAreasWithAnswers(['fear_heights'], answers({}))).toMatchObject({
      sharedCount: 0,
      strongestCount: 0,
    });
    expect(compareAreasWithAnswers(['fear_heights'], answers({ fear_heights: 1 }))).toMatchObject({
      sharedCount: 1,
      strongestCount: 1,
    });
  });

  it('shows every area once, whatever the answers and the areas are', () => {
    const scores = record(
      Object.fromEntries(KEYS.map((key) => [key, integer({ min: 0, max: 10 })])),
    );
    const areas = uniqueArray(constantFrom(...KEYS), { minLength: 1 });
    assert(
      property(scores, areas, (given, about) => {
        const { sessionAreas, others, sharedCount, strongestCount } = compareAreasWithAnswers(
          about,
          given,
        );
        expect([...sessionAreas, ...others].map(({ area }) => area).toSorted()).toEqual(
          KEYS.toSorted(),
        );
        expect(sharedCount).toBeLessThanOrEqual(Math.min(strongestCount, sessionAreas.length));
        const ranked = others.map(({ score }) => score);
        expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
      }),
    );
  });
});
