/**
 * What the legal texts say about who runs a server. Missing details are marked in them, except the last two: not
 * everybody has a register entry and a mediator.
 */
export const OPERATOR_DETAILS = [
  'name',
  'address',
  'email',
  'host',
  'registration',
  'mediator',
] as const;
type OperatorDetail = (typeof OPERATOR_DETAILS)[number];

/** Who runs a server; null for details that are not set. */
export type Operator = Record<OperatorDetail, string | null>;

/**
 * Returns whether a detail about the operator is optional in the legal texts, so that nothing is marked as missing
 * without it.
 */
export const isOptionalDetail = (detail: OperatorDetail): boolean =>
  detail === 'registration' || detail === 'mediator';
