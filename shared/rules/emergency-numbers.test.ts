import { expect, it } from 'vitest';
import { findEmergencyNumbersRegion, sortEmergencyNumbers } from './emergency-numbers.ts';

const numbers = '112,999,116 123,988,911,000,13 11 14,995,1767,15,3114,143,0800 32 123'
  .split(',')
  .map((call) => ({ call }));
const sort = (country: string | null) =>
  sortEmergencyNumbers(numbers, findEmergencyNumbersRegion(country)).map(({ call }) => call);

it.each([
  ['FR', ['15', '3114', '112']],
  ['RE', ['15', '3114', '112']],
  ['DE', ['112', '999']],
  ['CH', ['112', '143']],
  ['BE', ['112', '0800 32 123']],
  ['GB', ['999', '116 123', '112']],
  ['US', ['911', '988']],
  ['CA', ['911', '988']],
  ['AU', ['000', '13 11 14', '112']],
  ['SG', ['995', '1767']],
])('the first emergency numbers in %s are its own', (country: string, first: string[]) => {
  const sorted = sort(country);
  expect(sorted.slice(0, first.length)).toEqual(first);
  expect(sorted.toSorted()).toEqual(numbers.map(({ call }) => call).toSorted());
});

it.each([null, 'BR', 'XX'])('where they are not known (%s), the order stays', (country) =>
  expect(sort(country)).toEqual(numbers.map(({ call }) => call)),
);
