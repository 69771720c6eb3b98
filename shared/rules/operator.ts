/**
 * What the legal texts say about who runs a server. Missing details are marked in them, except those that not every
 * operator has: a telephone, a register entry, a VAT number and a mediator.
 */
export const OPERATOR_DETAILS = [
  'name',
  'address',
  'email',
  'phone',
  'host',
  'registration',
  'vat',
  'mediator',
] as const;
type OperatorDetail = (typeof OPERATOR_DETAILS)[number];

/** Who runs a server; null for details that are not set. */
export type Operator = Record<OperatorDetail, string | null>;

/**
 * Returns whether a detail about the operator is optional in the legal texts, so that nothing is marked as missing
 * without it.
 */
export const isOptionalOperatorDetail = (detail: OperatorDetail): boolean =>
  OPTIONAL_DETAILS.has(detail);

const OPTIONAL_DETAILS: ReadonlySet<OperatorDetail> = new Set([
  'phone',
  'registration',
  'vat',
  'mediator',
]);

/** What a French seller without VAT has to write, in these words (Code général des impôts, 293 B and 242 nonies A). */
export const VAT_EXEMPTION_NOTICE = 'TVA non applicable, art. 293 B du CGI';
