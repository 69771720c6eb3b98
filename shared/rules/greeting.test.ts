import { describe, expect, it } from 'vitest';
import { toPartOfDay, getPartOfDay } from './greeting.ts';

describe('the greeting', () => {
  it.each([
    [0, 'night'],
    [4, 'night'],
    [5, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [21, 'evening'],
    [22, 'night'],
    [23, 'night'],
  ])('at %i o’clock is for the %s', (hour, part) => {
    expect(toPartOfDay(hour)).toBe(part);
  });

  it('follows the clock where the person is', () => {
    const now = new Date('2026-07-01T22:30:00Z');
    expect(getPartOfDay('Europe/Paris', now)).toBe('night');
    expect(getPartOfDay('Asia/Tokyo', now)).toBe('morning');
    expect(getPartOfDay('America/Los_Angeles', now)).toBe('afternoon');
  });
});
