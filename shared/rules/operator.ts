/**
 * What the legal texts say of who runs a server. All but the last two are marked where they are missing: a register and a
 * mediator do not exist for everybody.
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

/** Who runs a server, as far as they have said; null where they have not. */
export type Operator = Record<OperatorDetail, string | null>;

/** Whether a detail may be missing. */
export const isOptionalDetail = (detail: OperatorDetail): boolean =>
  detail === 'registration' || detail === 'mediator';
