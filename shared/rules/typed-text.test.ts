import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { buildTextSchema } from '#shared/contract/fields.ts';
import { findTextFault } from './typed-text.ts';

const MAX = 20;

it.each([
  ['  ', 'too_small'],
  ['a'.repeat(21), 'too_big'],
  ['up\u202edown', 'control_characters'],
  ['bell\u0007', 'control_characters'],
  ['half \ud83d', 'control_characters'],
  ['\u2800', 'nothing_visible'],
  ['  Ada\nand a \t tab ', null],
])('says of %j why it can’t be kept (%s)', (typed, fault) => {
  expect(findTextFault(typed, MAX)).toBe(fault);
});

it('is of one mind with the contract', () => {
  const units = oneof(string({ unit: 'binary' }), string(), constantFrom(' ', '\u2800'));
  assert(
    property(array(units, { maxLength: 4 }), (parts) => {
      const typed = parts.join('');
      expect(findTextFault(typed, MAX) === null).toBe(
        buildTextSchema(MAX).safeParse(typed).success,
      );
    }),
  );
});
