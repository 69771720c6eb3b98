import { findTextFault } from '#shared/rules/typed-text.ts';
import type { FieldFault } from './error-message.ts';

/** Returns why a text that a person typed can't be kept, as the server would say it; null where it can. */
export function getTextFault(typed: string, max: number): FieldFault | null {
  const fault = findTextFault(typed, max);
  return fault && `errors:field.${fault}`;
}

/**
 * Returns why a text that a person typed can't be kept; null where it can, or where it is empty, because it is
 * optional.
 */
export const getOptionalTextFault = (typed: string, max: number): FieldFault | null =>
  typed.trim() === '' ? null : getTextFault(typed, max);
