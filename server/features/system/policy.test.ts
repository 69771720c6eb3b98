import { expect, it } from 'vitest';
import { listMissingDetails, readOperator } from './policy.ts';

it('who runs the server is read from the settings, and what the law asks for is missed by name', () => {
  const operator = readOperator({ OPERATOR_NAME: 'Ada Lovelace', OPERATOR_HOST: 'A host, Paris' });
  expect(operator).toMatchObject({ name: 'Ada Lovelace', address: null, mediator: null });
  expect(listMissingDetails(operator)).toEqual(['OPERATOR_ADDRESS', 'OPERATOR_EMAIL']);
});
