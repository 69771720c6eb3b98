import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeOfferPriceMinor, computeYearlySavingPercent, isOfferOpen } from './offers.ts';

const percent = (percentOff: number) => ({ percentOff, amountOffMinor: null, currency: null });
const amount = (amountOffMinor: number, currency: string) => ({
  percentOff: null,
  amountOffMinor,
  currency,
});
const euros = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

describe('an offer', () => {
  it('takes off a percentage, rounded to the nearest cent', () => {
    expect(computeOfferPriceMinor(euros(8999), percent(20))).toBe(7199);
    expect(computeOfferPriceMinor(euros(1499), percent(50))).toBe(750);
  });

  it('takes off an amount in its own currency only', () => {
    expect(computeOfferPriceMinor(euros(8999), amount(1800, 'EUR'))).toBe(7199);
    expect(computeOfferPriceMinor(euros(8999), amount(1800, 'USD'))).toBeNull();
  });

  it('never makes a pass free', () => {
    expect(computeOfferPriceMinor(euros(1499), amount(1499, 'EUR'))).toBeNull();
    expect(computeOfferPriceMinor(euros(1), percent(99))).toBeNull();
  });

  it('is a whole amount between nothing and the price, whatever the price', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 99 }), (amountMinor, off) => {
        const first = computeOfferPriceMinor(euros(amountMinor), percent(off));
        if (first === null) return;
        expect(Number.isInteger(first)).toBe(true);
        expect(first).toBeGreaterThan(0);
        expect(first).toBeLessThan(amountMinor);
      }),
    );
  });

  it('is open from its start, included, to its end, excluded', () => {
    const startsAt = new Date('2026-12-01');
    const endsAt = new Date('2026-12-07');
    const isOpen = (now: Date) => isOfferOpen({ startsAt, endsAt }, now);
    expect(isOpen(new Date(+startsAt - 1))).toBe(false);
    expect(isOpen(startsAt)).toBe(true);
    expect(isOpen(new Date(+endsAt - 1))).toBe(true);
    expect(isOpen(endsAt)).toBe(false);
  });
});

it('says what a year saves against twelve months', () => {
  expect(computeYearlySavingPercent(1499, 8999)).toBe(49);
  expect(computeYearlySavingPercent(1000, 6000)).toBe(50);
  expect(computeYearlySavingPercent(1000, 15_000)).toBe(0);
  expect(computeYearlySavingPercent(0, 6000)).toBe(0);
});
