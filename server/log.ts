import { type LoggerOptions, type Logger, pino } from 'pino';

/** The server's log. Nothing in it may name or quote a person. */
export type Log = Logger;

export interface LogOptions {
  /** A pino level, or `silent`. */
  level: string;
  /** Where the lines go; the standard output unless told. */
  stream?: { write(line: string): void };
}

/** Creates the log of the server. */
export function createLog({ level, stream }: LogOptions): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    // Whatever logs a request or a reply: nothing of it.
    serializers: { req: () => ({}), res: () => ({}) },
  };
  return stream ? pino(options, stream) : pino(options);
}

/**
 * The loggable part of an unexpected error: names, codes and stack, never messages, because those of the
 * database and the ORM contain personal data.
 */
export function toLoggable(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const {
    code,
    constraint_name: constraint,
    table_name: table,
  } = error as Error & Record<string, string>;
  return {
    kind: error.name,
    code,
    constraint,
    table,
    at: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    cause: error.cause !== undefined && depth < 5 ? toLoggable(error.cause, depth + 1) : undefined,
  };
}
