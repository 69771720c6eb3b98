import { expect, it } from 'vitest';
import { VAT_EXEMPTION_NOTICE } from '#shared/rules/operator.ts';
import { listMissingOperatorSettings, parseOperatorSettings } from './policy.ts';

it('who runs the server is read from the settings, and what the law asks for is missed by name', () => {
  const operator = parseOperatorSettings({
    OPERATOR_NAME: 'Ada Lovelace',
    OPERATOR_HOST: 'A host, Paris',
  });
  expect(operator).toMatchObject({ name: 'Ada Lovelace', address: null, mediator: null });
  expect(listMissingOperatorSettings(operator)).toEqual(['OPERATOR_ADDRESS', 'OPERATOR_EMAIL']);
});

it('a VAT number is kept as it is, and `exempt` becomes the sentence that the law asks for', () => {
  expect(parseOperatorSettings({ OPERATOR_VAT: 'FR00123456789' }).vat).toBe('FR00123456789');
  expect(parseOperatorSettings({ OPERATOR_VAT: 'exempt' }).vat).toBe(VAT_EXEMPTION_NOTICE);
});
