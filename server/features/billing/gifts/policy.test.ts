import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGiftCode, computeGiftEnd, normaliseGiftCode } from './policy.ts';

it('a code is found however it is typed', () => {
  fc.assert(
    fc.property(fc.constantFrom('', ' ', '-', '\u00a0', '.'), fc.boolean(), (between, isLower) => {
      const code = createGiftCode();
      const typed = code.replaceAll('-', between);
      expect(normaliseGiftCode(isLower ? ` ${typed.toLowerCase()} ` : typed)).toBe(code);
    }),
  );
});

it.each(['', 'KIND', 'K7QD-3FWM-XT2R-9HBCC'])('%j can be no code', (typed) =>
  expect(normaliseGiftCode(typed)).toBeNull(),
);

it('a given year ends a year after it begins, and a lifetime pass never', () => {
  const from = new Date('2028-02-29T10:00:00Z');
  expect(computeGiftEnd('yearly', from)).toEqual(new Date('2029-02-28T10:00:00Z'));
  expect(computeGiftEnd('monthly', from)).toEqual(new Date('2028-03-29T10:00:00Z'));
  expect(computeGiftEnd('lifetime', from)).toBeNull();
});
