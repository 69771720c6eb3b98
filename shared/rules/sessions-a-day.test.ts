import { describe, expect, it } from 'vitest';
import { getSessionsPerDay } from './sessions-a-day.ts';

describe('recommended sessions a day', () => {
  it.each([
    [null, 1],
    [365, 1],
    [30, 1],
    [29, 2],
    [15, 2],
    [14, 3],
    [7, 3],
    [6, 4],
    [1, 4],
    [0, 4],
    [-1, 1],
  ])('are, %s days before the flight, %s', (days, sessions) => {
    expect(getSessionsPerDay(days)).toBe(sessions);
  });
});
