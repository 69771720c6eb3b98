import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mulberry32, seedFrom } from './rng.ts';

describe('seeded numbers', () => {
  it('are the same for the same seed, for ever: session art must not change', () => {
    const next = mulberry32(seedFrom('long-exhale'));
    expect([next(), next(), next()]).toMatchInlineSnapshot(`
      [
        0.04702598578296602,
        0.5214120028540492,
        0.6578064528293908,
      ]
    `);
  });

  it('lie from 0 to below 1, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seed = seedFrom(text);
        expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
        const next = mulberry32(seed);
        for (let index = 0; index < 20; index += 1) {
          const value = next();
          expect(value >= 0 && value < 1).toBe(true);
        }
      }),
    );
  });

  it('are spread evenly, and neighbouring texts differ from the first number on', () => {
    const firsts = Array.from({ length: 1000 }, (_, index) => mulberry32(seedFrom(`s${index}`))());
    expect(new Set(firsts).size).toBe(1000);
    const mean = firsts.reduce((a, b) => a + b) / firsts.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
  });
});
