import { assert, boolean, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  refuseMarketingOnSignal,
  createUniformCookieChoice,
  COOKIE_CATEGORIES,
  getPreselectedCookieChoice,
  computeDeviceDecisionExpiry,
  getPrivacyRegion,
  guessPrivacyRegion,
  pickStricterCookieChoice,
} from './cookie-consent.ts';

const choice = record({
  analytics: boolean(),
  marketing: boolean(),
  functional: boolean(),
});

describe('the region', () => {
  it.each([
    ['FR', 'EU'],
    ['HR', 'EU'],
    ['GB', 'UK'],
    ['US', 'US'],
    ['CH', 'OTHER'],
    ['NO', 'OTHER'],
    [null, 'OTHER'],
  ] as const)('of %s is %s', (country, region) => expect(getPrivacyRegion(country)).toBe(region));

  it('is the EU for 27 countries', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    expect(codes.filter((code) => getPrivacyRegion(code) === 'EU')).toHaveLength(27);
  });

  it.each([
    ['en-GB', 'Asia/Tokyo', 'UK'],
    ['fr-FR', 'Europe/London', 'UK'],
    ['en-US', 'Asia/Tokyo', 'US'],
    ['es', 'America/New_York', 'US'],
    ['es', 'America/Los_Angeles', 'US'],
    ['fr-FR', 'Europe/Paris', 'EU'],
    ['fr-CA', 'America/Toronto', 'OTHER'],
    ['', '', 'OTHER'],
  ] as const)('guessed from %s in %s is %s', (language, timeZone, region) =>
    expect(guessPrivacyRegion(language, timeZone)).toBe(region),
  );
});

describe('a choice of cookies', () => {
  it('begins with all off in the EU and the UK, and with all on elsewhere', () => {
    expect(
      ['EU', 'UK', 'US', 'OTHER'].map((region) => getPreselectedCookieChoice(region as 'EU')),
    ).toEqual([false, false, true, true].map(createUniformCookieChoice));
  });

  it('of two is the stricter one, whichever comes first', () =>
    assert(
      property(choice, choice, (one, other) => {
        const both = pickStricterCookieChoice(one, other);
        expect(pickStricterCookieChoice(other, one)).toEqual(both);
        for (const category of COOKIE_CATEGORIES)
          expect(both[category]).toBe(one[category] && other[category]);
      }),
    ));

  it('never allows marketing to a browser that asks not to sell or share', () =>
    assert(
      property(choice, (given) => {
        expect(refuseMarketingOnSignal(given, true)).toEqual({ ...given, marketing: false });
        expect(refuseMarketingOnSignal(given, false)).toEqual(given);
      }),
    ));

  it('lasts twelve months on the device', () =>
    expect(computeDeviceDecisionExpiry(new Date('2027-03-31T10:00:00Z')).toISOString()).toBe(
      '2028-03-31T10:00:00.000Z',
    ));
});
