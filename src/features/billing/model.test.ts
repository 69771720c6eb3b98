import { describe, expect, it } from 'vitest';
import { listCurrencies, chooseInitialCurrency, findOfferedPlan, getPrice } from './model.ts';

const all = ['CAD', 'CHF', 'EUR', 'GBP', 'USD'] as const;
const monthly = {
  plan: 'monthly' as const,
  prices: [
    { currency: 'EUR' as const, amountMinor: 1499 },
    { currency: 'GBP' as const, amountMinor: 1299 },
  ],
};

describe('the currency to begin with', () => {
  it('is that of the region the browser names', () => {
    expect(chooseInitialCurrency(['en-GB', 'en'], all)).toBe('GBP');
    expect(chooseInitialCurrency(['fr-CA'], all)).toBe('CAD');
    expect(chooseInitialCurrency(['fr', 'de-CH'], all)).toBe('CHF');
    expect(chooseInitialCurrency(['en-US'], all)).toBe('USD');
  });

  it('is the euro for any other region or none', () => {
    expect(chooseInitialCurrency(['fr-FR'], all)).toBe('EUR');
    expect(chooseInitialCurrency(['zh-Hans-SG'], all)).toBe('EUR');
    expect(chooseInitialCurrency([], all)).toBe('EUR');
  });

  it('is one that is on sale', () => {
    expect(chooseInitialCurrency(['en-US'], ['CHF'])).toBe('CHF');
    expect(chooseInitialCurrency(['en-US'], [])).toBeNull();
  });
});

it('offers the monthly plan when it is on sale', () => {
  expect(findOfferedPlan([monthly])).toBe(monthly);
  expect(findOfferedPlan([])).toBeNull();
  expect(findOfferedPlan([{ plan: 'monthly', prices: [] }])).toBeNull();
});

it('knows prices only in the currencies of the plan', () => {
  expect(listCurrencies(monthly)).toEqual(['EUR', 'GBP']);
  expect(getPrice(monthly, 'GBP')).toBe(1299);
  expect(getPrice(monthly, 'USD')).toBeNull();
});
