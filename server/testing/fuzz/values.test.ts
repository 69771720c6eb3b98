import { expect, it } from 'vitest';
import { type KnownValues, rememberValues } from './values.ts';

it('what a reply lists is known by the path where it is changed, as the passes of a person', () => {
  const known: KnownValues = new Map();
  rememberValues(known, Math.random, { passes: [{ id: 'pass-1' }] }, '/api/admin/people');
  expect(known.get('/api/admin/passes')).toEqual(['pass-1']);
  expect(known.get('passeId')).toEqual(['pass-1']);
});

it('the token of a link that a reply tells is known, so that the link is opened too', () => {
  const known: KnownValues = new Map();
  rememberValues(known, Math.random, { url: 'https://envol.example/preview#abc' }, '/api');
  expect(known.get('token')).toEqual(['abc']);
});
