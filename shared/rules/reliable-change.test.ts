import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getReliableChangeThreshold,
  classifyFearChange,
  type FearMeasure,
} from './reliable-change.ts';

const MEASURES: readonly FearMeasure[] = ['area', 'overall', 'check_in'];
const measure = fc.constantFrom(...MEASURES);
const result = fc.double({ min: 0, max: 10, noNaN: true });

describe('the band inside which a change is not yet a change', () => {
  it('is that of Jacobson and Truax: 1.96 × √2 × the standard error', () => {
    expect(getReliableChangeThreshold('area')).toBeCloseTo(
      1.96 * Math.SQRT2 * 2.5 * Math.sqrt(0.2),
      10,
    );
    expect(getReliableChangeThreshold('area')).toBeCloseTo(3.1, 1);
    expect(getReliableChangeThreshold('overall')).toBeCloseTo(1.6, 1);
    expect(getReliableChangeThreshold('check_in')).toBeCloseTo(2.4, 1);
  });

  it('is narrower the more answers a result is made of', () =>
    expect(
      MEASURES.toSorted((a, b) => getReliableChangeThreshold(a) - getReliableChangeThreshold(b)),
    ).toEqual(['overall', 'check_in', 'area']));
});

describe('a change', () => {
  it('is the other way round when the results are', () =>
    fc.assert(
      fc.property(result, result, measure, (before, after, of) => {
        const mirrored = { less: 'more', more: 'less', no_change_yet: 'no_change_yet' } as const;
        expect(classifyFearChange(after, before, of)).toBe(
          mirrored[classifyFearChange(before, after, of)],
        );
      }),
    ));

  it('stays a change when the results are further apart', () =>
    fc.assert(
      fc.property(result, result, result, measure, (before, after, further, of) => {
        const change = classifyFearChange(before, after, of);
        fc.pre(change !== 'no_change_yet');
        const last = change === 'less' ? Math.min(after, further) : Math.max(after, further);
        expect(classifyFearChange(before, last, of)).toBe(change);
      }),
    ));

  it('never comes of asking the same thing twice', () =>
    fc.assert(
      fc.property(result, measure, (same, of) => {
        expect(classifyFearChange(same, same, of)).toBe('no_change_yet');
      }),
    ));
});
