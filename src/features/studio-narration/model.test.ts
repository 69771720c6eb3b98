import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCeiling } from './model.ts';

describe('a ceiling', () => {
  it('is money at the price of a million characters, and never more than was typed', () => {
    assert(
      property(integer({ min: 0, max: 90_000 }), integer({ min: 1, max: 500 }), (cents, price) => {
        const characters = parseCeiling((cents / 100).toFixed(2), price) ?? 0;
        expect((characters * price) / 1e6).toBeLessThanOrEqual(cents / 100 + 1e-9);
      }),
    );
  });

  it.each([
    ['6,04', 15, 402_666],
    ['1 000', null, 1000],
    ['', 15, null],
    ['  ', null, null],
    ['0', 15, 0],
    ['-1', 15, undefined],
    ['much', 15, undefined],
    ['1e99', null, undefined],
  ])('typed as "%s" at a price of %s is %s', (typed, price, characters) =>
    expect(parseCeiling(typed, price)).toBe(characters),
  );
});
