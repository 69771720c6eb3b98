import { describe, expect, it } from 'vitest';
import { getDefaultCurrency } from './currencies.ts';

describe('the currency that prices are shown in at first', () => {
  it('is that of the country, whatever the clock of the device says', () => {
    expect(getDefaultCurrency('GB', 'Europe/Paris')).toBe('GBP');
    expect(getDefaultCurrency('US', 'Europe/Paris')).toBe('USD');
    expect(getDefaultCurrency('CA', 'Europe/Paris')).toBe('CAD');
    expect(getDefaultCurrency('LI', 'Europe/Paris')).toBe('CHF');
    expect(getDefaultCurrency('FR', 'America/New_York')).toBe('EUR');
  });

  it('is that of the time zone where the country is not known', () => {
    expect(getDefaultCurrency(null, 'Europe/London')).toBe('GBP');
    expect(getDefaultCurrency(null, 'Europe/Zurich')).toBe('CHF');
    expect(getDefaultCurrency(null, 'America/Toronto')).toBe('CAD');
    expect(getDefaultCurrency(null, 'America/Indiana/Knox')).toBe('USD');
    expect(getDefaultCurrency(null, 'Pacific/Honolulu')).toBe('USD');
  });

  it('is the euro anywhere else', () => {
    expect(getDefaultCurrency('JP', 'Asia/Tokyo')).toBe('EUR');
    expect(getDefaultCurrency(null, 'America/Cancun')).toBe('EUR');
    expect(getDefaultCurrency(null, 'UTC')).toBe('EUR');
  });
});
