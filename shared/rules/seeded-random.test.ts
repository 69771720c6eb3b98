import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';

describe('seeded numbers', () => {
  it('are the same for the same text, for ever: session art must not change', () => {
    const next = createSeededRandom('long-exhale');
    expect([next(), next(), next()]).toMatchInlineSnapshot(`
      [
        0.519348835805431,
        0.6755543968174607,
        0.5125973410904408,
      ]
    `);
  });

  it('lie from 0 to below 1, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const next = createSeededRandom(text);
        for (let index = 0; index < 20; index += 1) {
          const value = next();
          expect(value >= 0 && value < 1).toBe(true);
        }
      }),
    );
  });

  it('are spread evenly, and neighbouring texts differ from the first number on', () => {
    const firsts = Array.from({ length: 1000 }, (_, index) => createSeededRandom(`s${index}`)());
    expect(new Set(firsts).size).toBe(1000);
    const mean = firsts.reduce((a, b) => a + b) / firsts.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
  });
});
