import { describe, expect, it } from 'vitest';
import { instant } from './fields.ts';

describe('an instant', () => {
  it.each([
    '2000-01-01T00:00:00Z',
    '2026-11-21T09:41:39.123Z',
    '2026-11-21T09:41:39.123456789Z',
    '2100-12-31T23:59:59.999Z',
  ])('may be %s', (value) => {
    expect(instant.parse(value)).toBe(value);
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0099-12-31T23:59:59Z',
    '1999-12-31T23:59:59.999Z',
    '2101-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '+002026-01-01T00:00:00Z',
    `2026-01-01T00:00:00.${'1'.repeat(500)}Z`,
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00+02:00',
    'yesterday',
  ])('is not %s', (value) => {
    expect(instant.safeParse(value).success).toBe(false);
  });
});
