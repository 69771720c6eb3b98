import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeListeningShares, findTenthWithMostStops } from './model.ts';

const stops = fc.array(fc.nat({ max: 50 }), { minLength: 10, maxLength: 10 });

describe('who still listens, tenth by tenth', () => {
  it('never rises, begins at most with everybody, and ends with those who finished', () =>
    fc.assert(
      fc.property(stops, fc.nat({ max: 50 }), (stopped, finished) => {
        const plays = stopped.reduce((sum, one) => sum + one, finished);
        const shares = computeListeningShares(plays, stopped);
        if (plays === 0) return expect(shares).toEqual([]);
        for (const [tenth, share] of shares.entries())
          expect(share).toBeLessThanOrEqual(shares[tenth - 1] ?? 1);
        expect(shares.at(-1)).toBeCloseTo(finished / plays, 10);
        // What is lost in a tenth is what stopped in it.
        expect(((shares[2] ?? 0) - (shares[3] ?? 0)) * plays).toBeCloseTo(stopped[3] ?? 0, 6);
      }),
    ));
});

describe('where most people stop', () => {
  it('is the tenth that no other exceeds, and nowhere where all finished', () => {
    fc.assert(
      fc.property(stops, (stopped) => {
        const most = findTenthWithMostStops(stopped);
        if (most === null) return expect(Math.max(...stopped)).toBe(0);
        expect(Math.max(...stopped)).toBe(stopped[most]);
      }),
    );
    expect(findTenthWithMostStops([0, 3, 3, 0, 0, 0, 0, 0, 0, 0])).toBe(1);
  });
});
