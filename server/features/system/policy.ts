import { isOptionalDetail, type Operator, OPERATOR_DETAILS } from '#shared/rules/operator.ts';

const getSetting = (detail: keyof Operator) => `OPERATOR_${detail.toUpperCase()}` as const;

/** Reads from the settings who runs the server. */
export const readOperator = (given: Readonly<Record<string, string | undefined>>): Operator =>
  Object.fromEntries(
    OPERATOR_DETAILS.map((detail) => [detail, given[getSetting(detail)] ?? null]),
  ) as Operator;

/** Lists the settings without which the legal texts have gaps. */
export const listMissingDetails = (operator: Operator): string[] =>
  OPERATOR_DETAILS.filter((detail) => operator[detail] === null && !isOptionalDetail(detail)).map(
    getSetting,
  );
