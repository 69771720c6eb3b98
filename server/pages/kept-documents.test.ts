import { expect, it } from 'vitest';
import { createKeptDocuments } from './kept-documents.ts';

const evening = new Date('2026-11-24T23:59:59.900Z');
const midnight = new Date('2026-11-25T00:00:00.100Z');
const document = Buffer.from('of the evening');

it('a document is kept for its minute alone', () => {
  const kept = createKeptDocuments();
  expect(kept.get(evening, 'ada')).toBeUndefined();
  kept.set(evening, 'ada', document);
  expect(kept.get(evening, 'ada')).toBe(document);
  expect(kept.get(midnight, 'ada')).toBeUndefined();
});

it('a document that is made while the day ends is not kept for the next day', () => {
  const kept = createKeptDocuments();
  kept.get(evening, 'ada');
  kept.get(midnight, 'bea');
  kept.set(evening, 'ada', document);
  expect(kept.get(midnight, 'ada')).toBeUndefined();
});
