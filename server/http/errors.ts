import { ERROR_STATUS, type ErrorCode } from '#shared/contract/errors.ts';

export type FieldErrors = Record<string, string>;

interface Details {
  /** Seconds after which the caller may try again; becomes the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

/** An expected refusal. The browser turns its code into a sentence; `fields` says which input is wrong, by path. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, fields?: FieldErrors, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.statusCode = ERROR_STATUS[code];
    this.fields = fields;
    this.retryAfter = details.retryAfter;
  }
}
