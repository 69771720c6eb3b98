import {
  isOptionalOperatorDetail,
  type Operator,
  OPERATOR_DETAILS,
  VAT_EXEMPTION_NOTICE,
} from '#shared/rules/operator.ts';

const getSetting = (detail: keyof Operator) => `OPERATOR_${detail.toUpperCase()}` as const;

/**
 * Reads who runs the server, for the legal texts, from the settings `OPERATOR_NAME`, `OPERATOR_ADDRESS` and so on. A
 * detail that is not set is null, and the VAT number `exempt` is the sentence that the law asks for; never throws.
 */
export const parseOperatorSettings = (
  given: Readonly<Record<string, string | undefined>>,
): Operator =>
  Object.fromEntries(
    OPERATOR_DETAILS.map((detail) => {
      const value = given[getSetting(detail)] ?? null;
      return [detail, detail === 'vat' && value === 'exempt' ? VAT_EXEMPTION_NOTICE : value];
    }),
  ) as Operator;

/**
 * Returns the names of the unset settings about the operator without which the legal texts have gaps, such as
 * `OPERATOR_NAME`.
 */
export const listMissingOperatorSettings = (operator: Operator): string[] =>
  OPERATOR_DETAILS.filter(
    (detail) => operator[detail] === null && !isOptionalOperatorDetail(detail),
  ).map(getSetting);
