import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorReply } from '#shared/contract/errors.ts';
import { findSqlState } from '#server/db/driver.ts';
import { findOutageCause } from '#server/db/outage.ts';
import { toLoggableError } from '#server/log.ts';
import { AppError } from './errors.ts';

// What Fastify and its body parser refuse by themselves.
const BY_FRAMEWORK_CODE: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid_input',
};

// PostgreSQL cannot store these values (SQLSTATE class 22). Validation should catch them first; this is a
// fallback.
const BAD_DATA = /^22(?:021|P05|P02|003|007|008|001|00Z)$/;

/** An embedded database that ended is back within a second or two. */
const OUTAGE_RETRY_SECONDS = 1;

/**
 * Maps any thrown error to an AppError: refusals of Fastify, an outage of the database (`not_ready`), values that it
 * cannot store (`invalid_input`); of several errors an unexpected one, or else the last; all others become
 * `server_error`.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = Object(error) as Partial<FastifyError>;
  const known = code === undefined ? undefined : BY_FRAMEWORK_CODE[code];
  if (known) return new AppError(known, undefined, { cause: error });
  if (findOutageCause(error))
    return new AppError('not_ready', undefined, { cause: error, retryAfter: OUTAGE_RETRY_SECONDS });
  if (error instanceof AggregateError) {
    const refusals = error.errors.map(toAppError);
    const worst = refusals.find(({ code }) => code === 'server_error') ?? refusals.at(-1);
    return new AppError(worst?.code ?? 'server_error', worst?.fields, {
      cause: error,
      retryAfter: worst?.retryAfter,
    });
  }
  if (BAD_DATA.test(findSqlState(error) ?? ''))
    return new AppError('invalid_input', undefined, { cause: error });
  // The body parser's own complaints (a broken encoding, a poisoned prototype) carry only a status.
  if (statusCode === 400 || error instanceof URIError)
    return new AppError('invalid_input', undefined, { cause: error });
  return new AppError('server_error', undefined, { cause: error });
}

/** Converts an AppError to the body of the error reply: `{ error: { code, fields? } }`. */
export function toErrorReply({ code, fields }: AppError): ErrorReply {
  return { error: fields ? { code, fields } : { code } };
}

/**
 * Logs an unexpected error with its loggable parts only. Outages of the database are left out: the monitor logs them
 * once.
 */
export function logUnexpectedError({ log }: FastifyRequest, error: unknown, message: string): void {
  if (!findOutageCause(error)) log.error({ error: toLoggableError(error) }, message);
}

/** Maps any thrown error to an AppError, logs it if it is unexpected, and sets the header `retry-after`. */
export function logAndConvertError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError {
  const refusal = toAppError(error);
  if (refusal.code === 'server_error')
    logUnexpectedError(request, refusal.cause ?? error, 'unexpected');
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter);
  return refusal;
}

/**
 * Fastify's error handler: replies with the status and code of the error, and logs unexpected ones, of which nothing is
 * sent.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  // A part of a file that it does not have: the status and the file's length say all there is to say. The
  // file may be kept for good, this answer may not.
  const { statusCode, headers } = Object(error) as { statusCode?: number; headers?: object };
  if (statusCode === 416)
    return reply
      .code(416)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send();
  const refusal = logAndConvertError(error, request, reply);
  return reply
    .code(refusal.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toErrorReply(refusal));
}
