import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';
import { estimateMeanChange, getStudentTQuantile975 } from './mean-change.ts';

const add = (differences: readonly number[]) => ({
  people: differences.length,
  sum: differences.reduce((total, one) => total + one, 0),
  squares: differences.reduce((total, one) => total + one ** 2, 0),
});
const differences = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 5, maxLength: 60 });

describe('the 97.5th percentile of Student’s t', () => {
  // Fisher and Yates, "Statistical Tables", table III.
  it.each([
    [4, 2.776],
    [5, 2.571],
    [9, 2.262],
    [19, 2.093],
    [29, 2.045],
    [60, 2.0],
    [120, 1.98],
  ])('is the printed one at %i degrees of freedom', (degrees, printed) =>
    expect(getStudentTQuantile975(degrees)).toBeCloseTo(printed, 2),
  );
});

describe('the mean change', () => {
  it('has the interval of a worked example', () => {
    // 5 differences: mean -2, standard deviation 1.5811, standard error 0.7071, 2.776 times that is 1.963.
    const { mean, low, high } = estimateMeanChange(add([-4, -3, -2, -1, 0]));
    expect(mean).toBe(-2);
    expect(low).toBeCloseTo(-3.963, 2);
    expect(high).toBeCloseTo(-0.037, 2);
  });

  it('lies in the middle of its interval, which moves with the answers and mirrors with them', () =>
    fc.assert(
      fc.property(differences, fc.integer({ min: -5, max: 5 }), (all, shift) => {
        const one = estimateMeanChange(add(all));
        expect(one.low + one.high).toBeCloseTo(2 * one.mean, 6);
        const moved = estimateMeanChange(add(all.map((each) => each + shift)));
        expect(moved.low).toBeCloseTo(one.low + shift, 6);
        const mirrored = estimateMeanChange(add(all.map((each) => -each)));
        expect(mirrored.low).toBeCloseTo(-one.high, 6);
      }),
    ));

  it('is told more narrowly by twice as many people who answered alike', () =>
    fc.assert(
      fc.property(differences, (all) => {
        const width = (given: readonly number[]) => {
          const { low, high } = estimateMeanChange(add(given));
          return high - low;
        };
        expect(width([...all, ...all])).toBeLessThanOrEqual(width(all));
      }),
    ));

  it('covers the true change about 95 times of 100', () => {
    const random = createSeededRandom('mean change');
    const drawn = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
    const trials = 2000;
    let covered = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const { low, high } = estimateMeanChange(add(Array.from({ length: 8 }, drawn)));
      if (low <= 0 && high >= 0) covered += 1;
    }
    expect(covered / trials).toBeGreaterThan(0.935);
    expect(covered / trials).toBeLessThan(0.965);
  });
});
