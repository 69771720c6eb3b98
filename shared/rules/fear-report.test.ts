import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from './fear-areas.ts';
import type { FearAnswers } from './fear-report.ts';
import {
  buildFearReport,
  areAnswersComplete,
  toOverallLevel,
  OVERALL_LEVELS,
} from './fear-report.ts';

const KEYS = FEAR_AREAS.map((area) => area.key);

function buildAnswers(scores: readonly number[]): FearAnswers {
  const answers = Object.fromEntries(KEYS.map((key, index) => [key, scores[index] ?? 0]));
  if (!areAnswersComplete(answers)) throw new Error('Not a complete map of answers');
  return answers;
}
const anyAnswers = fc
  .array(fc.integer({ min: 0, max: 10 }), { minLength: 16, maxLength: 16 })
  .map(buildAnswers);

describe('the assessment report', () => {
  it('reads an assessment as the product says', () => {
    const answers = buildAnswers([5, 4, 9, 8, 9, 3, 2, 5, 6, 4, 0, 1, 2, 7, 5, 3]);
    expect(buildFearReport(answers)).toEqual({
      averageIntensity: 4.6,
      peak: { score: 9, area: 'takeoff_landing_fear' },
      highAreas: [
        'takeoff_landing_fear',
        'crash_catastrophe_fear',
        'turbulence_weather_worry',
        'inflight_sensation_fear',
      ],
      lowAreas: [
        'germs_cleanliness_anxiety',
        'past_flight_trauma',
        'fear_enclosed_spaces',
        'post_flight_worry',
        'fear_losing_control',
        'night_overwater_worry',
      ],
      totalAreas: 16,
      overallLevel: 'moderate',
      proposedFocus: { primary: 'takeoff_landing_fear', secondary: 'crash_catastrophe_fear' },
    });
  });

  it('takes the level from the average before rounding', () => {
    const justOverTwo = buildAnswers([3, ...Array.from({ length: 15 }, () => 2)]);
    expect(buildFearReport(justOverTwo)).toMatchObject({
      averageIntensity: 2.1,
      overallLevel: 'mild',
    });
    expect([0, 2, 2.01, 4, 4.01, 6, 6.01, 8, 8.01, 10].map(toOverallLevel)).toEqual([
      'minimal',
      'minimal',
      'mild',
      'mild',
      'moderate',
      'moderate',
      'high',
      'high',
      'severe',
      'severe',
    ]);
  });

  it('counts high areas, so that calm ones never average them away', () => {
    const eightHigh = buildAnswers([9, 9, 9, 7, 7, 7, 7, 7, 2, 2, 2, 2, 2, 2, 2, 2]);
    expect(buildFearReport(eightHigh)).toMatchObject({
      averageIntensity: 4.9,
      overallLevel: 'high',
    });
    const levelOf = (high: number) =>
      buildFearReport(buildAnswers(Array.from({ length: high }, () => 7))).overallLevel;
    expect([0, 1, 2, 3, 7, 8, 11, 12, 16].map(levelOf)).toEqual([
      'minimal',
      'mild',
      'mild',
      'moderate',
      'moderate',
      'high',
      'high',
      'severe',
      'severe',
    ]);
  });

  it('proposes the first two areas of the list when all are equal', () => {
    const report = buildFearReport(buildAnswers(KEYS.map(() => 5)));
    expect(report.proposedFocus).toEqual({ primary: KEYS[0], secondary: KEYS[1] });
    expect(report.highAreas).toEqual([]);
    expect(report.lowAreas).toEqual([]);
  });

  it('agrees with itself for any answers', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const report = buildFearReport(answers);
        const scores = KEYS.map((key) => answers[key]);
        const exact = scores.reduce((a, b) => a + b) / 16;
        expect(Math.abs(report.averageIntensity - exact)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(report.averageIntensity).toBe(Number(report.averageIntensity.toFixed(1)));
        expect(report.peak.score).toBe(Math.max(...scores));
        expect(answers[report.peak.area]).toBe(report.peak.score);
        expect(report.proposedFocus.primary).toBe(report.peak.area);
        expect(report.proposedFocus.secondary).not.toBe(report.proposedFocus.primary);
        expect(new Set(report.highAreas)).toEqual(new Set(KEYS.filter((k) => answers[k] >= 7)));
        expect(new Set(report.lowAreas)).toEqual(new Set(KEYS.filter((k) => answers[k] <= 3)));
        for (const key of KEYS) {
          if (key === report.proposedFocus.primary) continue;
          expect(answers[key]).toBeLessThanOrEqual(answers[report.proposedFocus.secondary]);
        }
      }),
    );
  });

  it('never falls when a fear grows', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...KEYS), (answers, key) => {
        const before = buildFearReport(answers);
        const after = buildFearReport({ ...answers, [key]: Math.min(10, answers[key] + 1) });
        expect(after.averageIntensity).toBeGreaterThanOrEqual(before.averageIntensity);
        const level = (report: typeof before) => OVERALL_LEVELS.indexOf(report.overallLevel);
        expect(level(after)).toBeGreaterThanOrEqual(level(before));
      }),
    );
  });
});

describe('a complete assessment', () => {
  it('has a whole number from 0 to 10 for every area', () => {
    const answers = buildAnswers(KEYS.map(() => 0));
    expect(areAnswersComplete(answers)).toBe(true);
    expect(areAnswersComplete({})).toBe(false);
    for (const wrong of [-1, 11, 2.5, Number.NaN, '3', null, undefined]) {
      const spoiled = { ...answers, fear_heights: wrong };
      expect(areAnswersComplete(spoiled)).toBe(false);
      expect(() => buildFearReport(spoiled)).toThrow(RangeError);
    }
  });
});
