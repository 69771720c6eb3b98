import { describe, expect, it } from 'vitest';
import { findCurrency } from './currencies.ts';

describe('the currency that prices are shown in at first', () => {
  it('is that of the country, whatever the clock of the device says', () => {
    expect(findCurrency('GB', 'Europe/Paris')).toBe('GBP');
    expect(findCurrency('US', 'Europe/Paris')).toBe('USD');
    expect(findCurrency('CA', 'Europe/Paris')).toBe('CAD');
    expect(findCurrency('LI', 'Europe/Paris')).toBe('CHF');
    expect(findCurrency('FR', 'America/New_York')).toBe('EUR');
  });

  it('is that of the time zone where the country is not known', () => {
    expect(findCurrency(null, 'Europe/London')).toBe('GBP');
    expect(findCurrency(null, 'Europe/Zurich')).toBe('CHF');
    expect(findCurrency(null, 'America/Toronto')).toBe('CAD');
    expect(findCurrency(null, 'America/Indiana/Knox')).toBe('USD');
    expect(findCurrency(null, 'Pacific/Honolulu')).toBe('USD');
  });

  it('is the euro anywhere else', () => {
    expect(findCurrency('JP', 'Asia/Tokyo')).toBe('EUR');
    expect(findCurrency(null, 'America/Cancun')).toBe('EUR');
    expect(findCurrency(null, 'UTC')).toBe('EUR');
  });
});
