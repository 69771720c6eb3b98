import { expect, it } from 'vitest';
import {
  chooseInitialCurrency,
  chooseInitialPlan,
  chooseGiftNotice,
  getChargedMinor,
  findPriceOnSale,
  isOfferNotOver,
  listCurrencies,
  putCurrencyFirst,
  type PlanOnSale,
} from './model.ts';

const inEuros = { id: 'a', currency: 'EUR', amountMinor: 1499, offer: null } as const;
const inPounds = { id: 'b', currency: 'GBP', amountMinor: 1299, offer: null } as const;
const monthly: PlanOnSale = { plan: 'monthly', tag: null, prices: [inEuros, inPounds] };
const yearly: PlanOnSale = { plan: 'yearly', tag: 'popular', prices: [inEuros] };

it('begins with the wanted currency where it is on sale, else with the first one', () => {
  expect(chooseInitialCurrency('USD', ['EUR', 'USD'])).toBe('USD');
  expect(chooseInitialCurrency('USD', ['CHF'])).toBe('CHF');
  expect(chooseInitialCurrency('USD', [])).toBeNull();
});

it('offers the currencies in which every plan is sold', () => {
  expect(listCurrencies([monthly])).toEqual(['EUR', 'GBP']);
  expect(listCurrencies([monthly, yearly])).toEqual(['EUR']);
  expect(listCurrencies([])).toEqual([]);
  expect(findPriceOnSale(monthly, 'GBP')).toBe(inPounds);
  expect(findPriceOnSale(monthly, 'USD')).toBeNull();
});

it('marks the popular plan at first, else the first one', () => {
  expect(chooseInitialPlan([monthly, yearly], null)).toBe('yearly');
  expect(chooseInitialPlan([monthly], null)).toBe('monthly');
  expect(chooseInitialPlan([], null)).toBeNull();
});

it('marks no year for somebody who flies within a month', () => {
  const trip: PlanOnSale = { plan: 'trip', tag: null, prices: [inEuros] };
  for (const days of [0, 9, 28, 30]) {
    expect(chooseInitialPlan([monthly, yearly], days)).toBe('monthly');
    expect(chooseInitialPlan([monthly, yearly, trip], days)).toBe('trip');
    expect(chooseInitialPlan([yearly], days)).toBe('yearly');
  }
  for (const days of [-1, 31, 200])
    expect(chooseInitialPlan([monthly, yearly, trip], days)).toBe('yearly');
});

it('charges the offer until it ends, and the usual price from then on', () => {
  const endsAt = '2026-12-07T00:00:00.000Z';
  const price = { ...inEuros, offer: { id: 'o', amountMinor: 999, endsAt } };
  const before = new Date(Date.parse(endsAt) - 1);
  expect(getChargedMinor(price, before)).toBe(999);
  expect(getChargedMinor(price, new Date(endsAt))).toBe(1499);
  expect(isOfferNotOver(null, before)).toBe(false);
});

it('the reader’s own currency stands first among those on sale', () => {
  expect(putCurrencyFirst('GBP', ['EUR', 'USD', 'GBP'])).toEqual(['GBP', 'EUR', 'USD']);
  expect(putCurrencyFirst('CHF', ['EUR', 'USD'])).toEqual(['EUR', 'USD']);
});

it('whoever comes back from paying for a gift reads that its code is here or on its way, and nothing once it is used', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const justNow = '2026-11-24T09:58:00.000Z';
  const former = { boughtAt: '2026-10-01T09:00:00.000Z', code: null };
  expect(chooseGiftNotice([], now)).toBe('waiting');
  expect(chooseGiftNotice([former], now)).toBe('waiting');
  expect(chooseGiftNotice([{ boughtAt: justNow, code: 'K7QD-3FWM-XT2R-9HBC' }, former], now)).toBe(
    'paid',
  );
  expect(chooseGiftNotice([{ boughtAt: justNow, code: null }, former], now)).toBeNull();
});
