import { expect, it } from 'vitest';
import { getBannerPosition } from './model.ts';

it.each([
  ['/', 'held'],
  ['/read/turbulence', 'held'],
  ['/auth', 'end'],
  ['/help', 'end'],
  ['/s/019a', 'end'],
  ['', 'end'],
  ['/sos', 'none'],
] as const)('the cookie banner on %s: %s', (path, place) =>
  expect(getBannerPosition(path)).toBe(place),
);
