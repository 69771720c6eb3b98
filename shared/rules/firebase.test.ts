import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFirebaseApiKey, isTokenFreshForSync } from './firebase.ts';

const nowS = 1_790_000_000;

describe('a token is told to the server', () => {
  it('up to 300 s after it was issued, and never later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 301, max: 1e9 }), (a, b) => {
        expect(isTokenFreshForSync({ issuedAtS: nowS - a, nowS })).toBe(true);
        expect(isTokenFreshForSync({ issuedAtS: nowS - b, nowS })).toBe(false);
      }),
    );
  });

  it('the same at whatever moment it is asked', () => {
    const second = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(second, fc.integer({ min: -1000, max: 1000 }), (issuedAtS, age) => {
        expect(isTokenFreshForSync({ issuedAtS, nowS: issuedAtS + age })).toBe(age <= 300);
      }),
    );
  });

  it('never once it was too old, however much later it is asked', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), (age, later) => {
        const before = isTokenFreshForSync({ issuedAtS: nowS, nowS: nowS + age });
        const after = isTokenFreshForSync({ issuedAtS: nowS, nowS: nowS + age + later });
        expect(!after || before).toBe(true);
      }),
    );
  });

  it('never when its time of issue is not known', () => {
    expect(isTokenFreshForSync({ issuedAtS: Number.NaN, nowS })).toBe(false);
  });
});

describe('a key', () => {
  it.each(['AIzaSyA-0_z', 'fake-api-key'])('may be %s', (key) =>
    expect(isFirebaseApiKey(key)).toBe(true),
  );
  it.each([undefined, '', ' ', ':', 'AIza:x', '1:2:web:3'])('may not be %o', (key) =>
    expect(isFirebaseApiKey(key)).toBe(false),
  );
  it('with a colon anywhere is none', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(isFirebaseApiKey(`${a}:${b}`)).toBe(false);
      }),
    );
  });
});
