import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StudioOffer } from '#shared/contract/pricing.ts';
import { getOfferStatus, listOfferPayments, parseAmountMinor, formatAmountField } from './model.ts';

it.each([
  ['89.99', 8999],
  ['89,99', 8999],
  ['1 299,5', 129950],
  ['15', 1500],
  ['', null],
  ['1.999', null],
  ['-5', null],
  ['1,000.00', null],
])('the amount %j is read as %s', (typed, minor) => expect(parseAmountMinor(typed)).toBe(minor));

it('an amount is read as it was written', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.constantFrom('en', 'fr'),
      (minor, language) => parseAmountMinor(formatAmountField(minor, language)) === minor,
    ),
  ));

const OFFER: StudioOffer = {
  id: 'a',
  plan: 'yearly',
  percentOff: 20,
  amountOffMinor: null,
  currency: null,
  audience: 'everyone',
  usesPerPerson: 1,
  timesUsed: 0,
  startsAt: '2027-01-01T00:00:00.000Z',
  endsAt: '2027-02-01T00:00:00.000Z',
};
const PRICE = { amountMinor: 10_000, currency: 'EUR' };
const JANUARY = new Date('2027-01-15T00:00:00Z');

it('of several open offers the lowest payment is charged, to each audience its own', () => {
  const offers: StudioOffer[] = [
    OFFER,
    { ...OFFER, percentOff: null, amountOffMinor: 3000, currency: 'EUR' },
    { ...OFFER, percentOff: null, amountOffMinor: 9000, currency: 'USD' },
    { ...OFFER, percentOff: 50, audience: 'first_pass' },
    { ...OFFER, percentOff: 90, plan: 'monthly' },
    { ...OFFER, percentOff: 90, endsAt: '2027-01-15T00:00:00.000Z' },
  ];
  expect(listOfferPayments({ plan: 'yearly' }, PRICE, offers, JANUARY)).toEqual([
    { audience: 'everyone', amountMinor: 7000, endsAt: OFFER.endsAt },
    { audience: 'first_pass', amountMinor: 5000, endsAt: OFFER.endsAt },
  ]);
});

it.each([
  ['to_come', '2026-12-31T23:59:59Z'],
  ['open', '2027-01-01T00:00:00Z'],
  ['over', '2027-02-01T00:00:00Z'],
])('an offer is %s', (standing, now) =>
  expect(getOfferStatus(OFFER, new Date(now))).toBe(standing),
);
