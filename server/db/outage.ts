import { AsyncLocalStorage } from 'node:async_hooks';

/** Why the database cannot serve for now: it does not answer, or has no room to write. */
export type Outage = 'unreachable' | 'disk_full';

// What the driver says of a connection that ended, and the operating system of one that cannot be made.
const LOST = /^(?:CONNECTION_\w+|CONNECT_TIMEOUT)$/;
const NOT_MADE =
  /^(?:ECONN\w+|EPIPE|ENOENT|EACCES|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// SQLSTATE: class 08, shutting down or starting, no connection left, no memory, an input or output error, a standby.
const REFUSED = /^(?:08\w{3}|57P0\d|53300|53200|58030|25006)$/;
const DISK_FULL = '53100';

const MAX_DEPTH = 6;

/**
 * Whether an error says that the database cannot serve for now, looking through wrapped causes. A connection that was not
 * made counts only for statements, which the driver and Drizzle mark with their `query`: other services and files
 * may be out of reach too.
 */
export function findOutage(error: unknown): Outage | null {
  let isStatement = false;
  for (let current = error, depth = 0; current instanceof Error && depth < MAX_DEPTH; depth++) {
    isStatement ||= 'query' in current;
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') {
      if (current.name === 'PostgresError') {
        if (code === DISK_FULL) return 'disk_full';
        if (REFUSED.test(code)) return 'unreachable';
      } else if (LOST.test(code) || (isStatement && NOT_MADE.test(code))) return 'unreachable';
    }
    current = current.cause;
  }
  return null;
}

const scope = new AsyncLocalStorage<{ error?: unknown }>();

/** Records that a statement failed, for the `unmaskOutage` around it. */
export function recordFailure(error: unknown): void {
  const failure = scope.getStore();
  if (failure && findOutage(error)) failure.error ??= error;
}

/** Runs work of a library that throws an error of its own when the database fails; throws the database's error instead. */
export async function unmaskOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  const failure: { error?: unknown } = {};
  try {
    return await scope.run(failure, work);
  } catch (error) {
    throw failure.error ?? error;
  }
}

/**
 * Installs a handler of unhandled rejections that ignores those of a lost database connection and throws all others.
 * Needed because the driver (3.4.9) asks a new connection for the types of the database, and handles no failure of
 * that query: the statement that the connection was made for fails or is sent again by itself.
 */
export function surviveLostConnections(): void {
  process.on('unhandledRejection', (error) => {
    if (!findOutage(error)) throw error;
  });
}
