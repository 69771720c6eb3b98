import { describe, expect, it } from 'vitest';
import { currenciesOf, firstCurrency, planToOffer, priceIn } from './model.ts';

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
    expect(firstCurrency(['en-GB', 'en'], all)).toBe('GBP');
    expect(firstCurrency(['fr-CA'], all)).toBe('CAD');
    expect(firstCurrency(['fr', 'de-CH'], all)).toBe('CHF');
    expect(firstCurrency(['en-US'], all)).toBe('USD');
  });

  it('is the euro for any other region or none', () => {
    expect(firstCurrency(['fr-FR'], all)).toBe('EUR');
    expect(firstCurrency(['zh-Hans-SG'], all)).toBe('EUR');
    expect(firstCurrency([], all)).toBe('EUR');
  });

  it('is one that is on sale', () => {
    expect(firstCurrency(['en-US'], ['CHF'])).toBe('CHF');
    expect(firstCurrency(['en-US'], [])).toBeNull();
  });
});

it('offers the monthly plan when it is on sale', () => {
  expect(planToOffer([monthly])).toBe(monthly);
  expect(planToOffer([])).toBeNull();
  expect(planToOffer([{ plan: 'monthly', prices: [] }])).toBeNull();
});

it('knows prices only in the currencies of the plan', () => {
  expect(currenciesOf(monthly)).toEqual(['EUR', 'GBP']);
  expect(priceIn(monthly, 'GBP')).toBe(1299);
  expect(priceIn(monthly, 'USD')).toBeNull();
});
