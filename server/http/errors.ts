import { ERROR_STATUS, type ErrorCode } from '#shared/contract/errors.ts';

export type Fields = Record<string, string>;

interface Details {
  /** Seconds after which the caller may try again; becomes the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

/** An expected refusal. Its code travels to the browser, which turns it into a sentence. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly fields: Fields | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, fields?: Fields, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.statusCode = ERROR_STATUS[code];
    this.fields = fields;
    this.retryAfter = details.retryAfter;
  }
}

/** The SQLSTATE of a database error, looking through wrapped causes. */
export function getSqlState(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const { code } = current as { code?: unknown };
    if (current.name === 'PostgresError' && typeof code === 'string') return code;
    current = current.cause;
  }
  return undefined;
}

/**
 * The loggable part of an unexpected error: names, codes and stack, never messages, because those of the
 * database and the ORM contain personal data.
 */
export function toLoggable(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, constraint_name: constraint, table_name: table } = error as Error & Fields;
  return {
    kind: error.name,
    code,
    constraint,
    table,
    at: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    cause: error.cause !== undefined && depth < 5 ? toLoggable(error.cause, depth + 1) : undefined,
  };
}
