import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMonths, computePaymentResumptionDate, computeFirstChargeDateFrom } from './policy.ts';

const anchor = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2030-12-31T23:59:59Z'),
  noInvalidDate: true,
});

it('a pause of so many months leaves out exactly so many payments, whatever day the subscription began on', () => {
  fc.assert(
    fc.property(anchor, fc.nat(24), fc.constantFrom(1, 2, 3), (began, paid, months) => {
      const periodEnd = addMonths(began, paid + 1);
      const from = computePaymentResumptionDate(periodEnd, months);
      const skipped = Array.from({ length: months }, (_, index) =>
        addMonths(began, paid + 1 + index),
      );
      expect(skipped.every((at) => at < from)).toBe(true);
      expect(computeFirstChargeDateFrom(began, from)).toEqual(addMonths(began, paid + 1 + months));
    }),
  );
});

it('a month after the last day of January is the last day of February', () => {
  expect(addMonths(new Date('2026-01-31T08:00:00Z'), 1)).toEqual(new Date('2026-02-28T08:00:00Z'));
});

it('a year that is paused for some weeks is charged next when it is over', () => {
  const anchor = new Date('2026-01-08T19:29:09Z');
  const from = new Date('2026-03-01T00:00:00Z');
  expect(computeFirstChargeDateFrom(anchor, from, 12)).toEqual(new Date('2027-01-08T19:29:09Z'));
});
