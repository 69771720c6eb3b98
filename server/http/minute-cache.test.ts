import { expect, it } from 'vitest';
import { createMinuteCache } from './minute-cache.ts';

const evening = new Date('2026-11-24T23:59:59.900Z');
const midnight = new Date('2026-11-25T00:00:00.100Z');
const document = Buffer.from('of the evening');

it('a document is kept for its minute alone', () => {
  const kept = createMinuteCache(1000);
  expect(kept.get(evening, 'ada')).toBeUndefined();
  kept.set(evening, 'ada', document);
  expect(kept.get(evening, 'ada')).toBe(document);
  expect(kept.get(midnight, 'ada')).toBeUndefined();
});

it('a document that is made while the day ends is not kept for the next day', () => {
  const kept = createMinuteCache(1000);
  kept.get(evening, 'ada');
  kept.get(midnight, 'bea');
  kept.set(evening, 'ada', document);
  expect(kept.get(midnight, 'ada')).toBeUndefined();
});

it('what is kept is forgotten before it is more than was allowed', () => {
  const kept = createMinuteCache(20);
  kept.get(evening, 'ada');
  kept.set(evening, 'ada', document);
  kept.set(evening, 'bea', document);
  expect(kept.get(evening, 'ada')).toBeUndefined();
  expect(kept.get(evening, 'bea')).toBe(document);
});
