import { expect, it } from 'vitest';
import { type KnownValues, rememberValues } from './values.ts';

it('what a reply lists is known by the path where it is changed, as the passes of a person', () => {
  const known: KnownValues = new Map();
  rememberValues(known, Math.random, { passes: [{ id: 'pass-1' }] }, '/api/admin/people');
  expect(known.get('/api/admin/passes')).toEqual(['pass-1']);
  expect(known.get('passeId')).toEqual(['pass-1']);
});
