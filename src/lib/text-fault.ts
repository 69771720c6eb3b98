import { findTextFault } from '#shared/rules/typed-text.ts';
import type { FieldFaultKey } from './error-message.ts';

/**
 * Returns the catalogue key of why the server would refuse a typed text, of at most `max` characters; null where it
 * would not.
 */
export function findTextFaultKey(typed: string, max: number): FieldFaultKey | null {
  const fault = findTextFault(typed, max);
  return fault && `errors:field.${fault}`;
}

/**
 * Returns the catalogue key of why the server would refuse a typed text, of at most `max` characters; null where it
 * would not, or where the text is empty, because it is optional.
 */
export const findOptionalTextFaultKey = (typed: string, max: number): FieldFaultKey | null =>
  typed.trim() === '' ? null : findTextFaultKey(typed, max);
