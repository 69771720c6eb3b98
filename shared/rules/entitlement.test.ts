import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pass } from './entitlement.ts';
import { computeEntitlement } from './entitlement.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const NONE = { hasActiveAccess: false, tier: 'free', endsAt: null };

function premium(from: number, to: number | null, revoked: number | null = null): Pass {
  return {
    tier: 'premium',
    startsAt: day(from),
    createdAt: day(0),
    endsAt: to === null ? null : day(to),
    revokedAt: revoked === null ? null : day(revoked),
  };
}

describe('the entitlement', () => {
  it('is free without a pass', () => {
    expect(computeEntitlement([], day(10))).toEqual(NONE);
  });

  it('runs from the start of a pass, included, to its end, excluded', () => {
    const passes = [premium(5, 10)];
    const active = { hasActiveAccess: true, tier: 'premium', endsAt: day(10) };
    expect(computeEntitlement(passes, day(4))).toEqual(NONE);
    expect(computeEntitlement(passes, day(5))).toEqual(active);
    expect(computeEntitlement(passes, new Date(+day(10) - 1))).toEqual(active);
    expect(computeEntitlement(passes, day(10))).toEqual(NONE);
  });

  it('is open from the moment a pass was bought, wherever the clock is set since', () => {
    const bought = { ...premium(5, 10), createdAt: day(5) };
    const active = { hasActiveAccess: true, tier: 'premium', endsAt: day(10) };
    expect(computeEntitlement([bought], day(4))).toEqual(active);
    expect(computeEntitlement([bought], day(10))).toEqual(NONE);
  });

  it('stops when a pass is revoked', () => {
    const passes = [premium(5, null, 7)];
    expect(computeEntitlement(passes, day(6))).toMatchObject({
      hasActiveAccess: true,
      endsAt: day(7),
    });
    expect(computeEntitlement(passes, day(7))).toEqual(NONE);
  });

  it('has no end for life, and lifetime outranks premium', () => {
    const lifetime: Pass = { ...premium(1, null), tier: 'lifetime' };
    const expected = { hasActiveAccess: true, tier: 'lifetime', endsAt: null };
    expect(computeEntitlement([premium(1, 30), lifetime], day(10))).toEqual(expected);
  });

  it('is prolonged by a renewal without a gap, and by no other', () => {
    expect(computeEntitlement([premium(1, 10), premium(10, 20)], day(5)).endsAt).toEqual(day(20));
    expect(computeEntitlement([premium(1, 10), premium(11, 20)], day(5)).endsAt).toEqual(day(10));
    expect(computeEntitlement([premium(1, 10), premium(10, 20, 9)], day(5)).endsAt).toEqual(
      day(10),
    );
  });

  it('is active exactly when some pass covers the moment, and lasts until its end', () => {
    const point = fc.integer({ min: 1, max: 30 });
    const pass = fc
      .tuple(point, fc.option(point), fc.option(point))
      .map((parts) => premium(...parts));
    fc.assert(
      fc.property(fc.array(pass, { maxLength: 6 }), point, (passes, number) => {
        const covered = (at: number) =>
          passes.some(
            ({ startsAt, endsAt, revokedAt }) =>
              +startsAt <= at && (!endsAt || at < +endsAt) && (!revokedAt || at < +revokedAt),
          );
        const now = day(number);
        const result = computeEntitlement(passes, now);
        expect(result.hasActiveAccess).toBe(covered(+now));
        if (!result.endsAt) return;
        for (let at = number; at < 31 && day(at) < result.endsAt; at += 1) {
          expect(covered(+day(at))).toBe(true);
        }
        expect(covered(+result.endsAt)).toBe(false);
      }),
    );
  });
});
