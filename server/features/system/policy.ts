import { isOptionalDetail, type Operator, OPERATOR_DETAILS } from '#shared/rules/operator.ts';

const getSetting = (detail: keyof Operator) => `OPERATOR_${detail.toUpperCase()}` as const;

/**
 * Reads who runs the server, for the legal texts, from the settings `OPERATOR_NAME`, `OPERATOR_ADDRESS` and so on. A
 * detail that is not set is null; never throws.
 */
export const readOperator = (given: Readonly<Record<string, string | undefined>>): Operator =>
  Object.fromEntries(
    OPERATOR_DETAILS.map((detail) => [detail, given[getSetting(detail)] ?? null]),
  ) as Operator;

/**
 * Returns the names of the unset settings about the operator without which the legal texts have gaps, such as
 * `OPERATOR_NAME`.
 */
export const listMissingDetails = (operator: Operator): string[] =>
  OPERATOR_DETAILS.filter((detail) => operator[detail] === null && !isOptionalDetail(detail)).map(
    getSetting,
  );
