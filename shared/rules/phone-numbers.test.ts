import { expect, it } from 'vitest';
import { CAUTIONS } from './cautions.ts';
import { spellPhoneNumbers } from './phone-numbers.ts';

it('a number to call is written to be dialled, and said digit by digit', () => {
  expect(CAUTIONS.helpline.en).toMatch(/116\u00A0123.* 988\. .*13\u00A011\u00A014/u);
  expect(CAUTIONS.helpline.fr).toMatch(/3114.* 143\. .*0800\u00A032\u00A0123\. .* 988\./u);
  expect(spellPhoneNumbers('Call 116\u00A0123, or 988.')).toBe(
    'Call 1 1 6 \u00A0 1 2 3, or 9 8 8.',
  );
  expect(spellPhoneNumbers('Call 0800\u00A011\u00A011.')).toBe(
    'Call 0 8 0 0 \u00A0 1 1 \u00A0 1 1.',
  );
  expect(spellPhoneNumbers('Call 1800\u00A055\u00A01800.')).toBe(
    'Call 1 8 0 0 \u00A0 5 5 \u00A0 1 8 0 0.',
  );
  expect(spellPhoneNumbers('Le 3114, jour et nuit.')).toBe('Le 31 14, jour et nuit.');
});

it('no other figure is touched', () => {
  const text = 'Row 31, 1988, 13 11 14, 0800 32 123, 143, 1800 and 53114.';
  expect(spellPhoneNumbers(text)).toBe(text);
});
