import { describe, expect, it } from 'vitest';
import { capConsentExpiry, truncateIpAddress } from './policy.ts';

describe('an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['2001:db8:12:34', '2001:db8:12::'],
    ['0:0:0:0', '0:0:0::'],
  ])('%s is stored as %s', (client, stored) => expect(truncateIpAddress(client)).toBe(stored));
});

describe('the end of a decision', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  it.each([
    ['when it says', '2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['never later than it may', '2029-01-01T00:00:00Z', '2027-04-11T00:00:00.000Z'],
    [
      'as late as it may where a clock is wrong',
      '2021-01-01T00:00:00Z',
      '2027-04-11T00:00:00.000Z',
    ],
  ])('is %s', (_what, asked, end) =>
    expect(capConsentExpiry(new Date(asked), 100, now).toISOString()).toBe(end),
  );
});
