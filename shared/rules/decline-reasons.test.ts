import { expect, it } from 'vitest';
import { getDeclineReason } from './decline-reasons.ts';

it.each([
  ['insufficient_funds', 'funds'],
  ['expired_card', 'expired'],
  ['authentication_required', 'confirmation'],
  ['stolen_card', 'lost'],
  ['processing_error', 'later'],
])('%s is a refusal of the kind %s', (code, reason) => expect(getDeclineReason(code)).toBe(reason));

it.each(['generic_decline', 'do_not_honor', 'a_code_of_next_year', null])(
  '%s says no more than that the bank refused',
  (code) => expect(getDeclineReason(code)).toBe('refused'),
);
