import { type LoggerOptions, type Logger, pino } from 'pino';

export type Log = Logger;

export interface LogOptions {
  level: string;
  /** Where the lines are written; standard output by default. */
  stream?: { write(line: string): void };
}

/** Creates the server's log. Requests and replies that are passed to it are left out. */
export function createLog({ level, stream }: LogOptions): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    // Whatever logs a request or a reply: nothing of it.
    serializers: { req: () => ({}), res: () => ({}) },
  };
  return stream ? pino(options, stream) : pino(options);
}

const MAX_ERRORS = 20;

/**
 * Returns the parts of an unexpected error that may be logged: names, codes and stack, never messages, because those of
 * the database and the ORM contain personal data. Causes are included, five levels deep, and of an AggregateError how many
 * errors it has and the first 20.
 */
export function toLoggableError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, constraint, table } = error as Error & Record<string, string>;
  return {
    kind: error.name,
    code,
    constraint,
    table,
    at: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    cause:
      error.cause !== undefined && depth < 5 ? toLoggableError(error.cause, depth + 1) : undefined,
    ...(error instanceof AggregateError && {
      count: error.errors.length,
      errors:
        depth < 5
          ? error.errors.slice(0, MAX_ERRORS).map((one) => toLoggableError(one, depth + 1))
          : undefined,
    }),
  };
}
