import { expect, it } from 'vitest';
import { ROUTES } from '#shared/rules/route-table.ts';
import { findPinFault, isCardAddress, isPageOpenWhileLocked } from './model.ts';

it('“Help me now”, help, the night before, breathing and the end of a contract open while the app is locked, and nothing else', () =>
  expect(ROUTES.map(({ path }) => path).filter(isPageOpenWhileLocked)).toEqual([
    '/help',
    '/sos',
    '/tonight',
    '/contract',
    '/breathe',
  ]));

it('the card to show to the crew opens while the app is locked, and no other part of the flight', () => {
  expect(isCardAddress('/flight', 'card')).toBe(true);
  for (const search of ['', 'what', 'q=card', 'discard'])
    expect(isCardAddress('/flight', search)).toBe(false);
  expect(isCardAddress('/plan', 'card')).toBe(false);
});

it.each([
  ['12345', '12345', 'tooShort'],
  ['123456', '123457', 'different'],
  ['123456', '123456', null],
])('of the PIN %s, repeated as %s, the fault is %s', (pin, repeated, fault) =>
  expect(findPinFault(pin, repeated)).toBe(fault),
);
