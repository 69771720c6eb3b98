import { AsyncLocalStorage } from 'node:async_hooks';

/** Why the database cannot serve for now: it does not answer, or has no room to write. */
export type Outage = 'unreachable' | 'disk_full';

// The driver's codes of a lost connection, and the operating system's of one that cannot be made.
const LOST = /^(?:CONNECTION_\w+|CONNECT_TIMEOUT)$/;
const NOT_MADE =
  /^(?:ECONN\w+|EPIPE|ENOENT|EACCES|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// SQLSTATE: class 08, shutting down or starting, no connection left, no memory, an input or output error, a standby.
const REFUSED = /^(?:08\w{3}|57P0\d|53300|53200|58030|25006)$/;
const DISK_FULL = '53100';

const MAX_DEPTH = 6;

/**
 * Returns the kind of database outage that an error reports, looking through its causes; null for any other error. A
 * failure to connect counts only if a database statement caused it (the driver and Drizzle then add its `query`),
 * because other services may fail so too.
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

/**
 * Notes the database outage that an error reports, if any, so that the `unmaskOutage` around the call can rethrow it.
 */
export function recordFailure(error: unknown): void {
  const failure = scope.getStore();
  if (failure && findOutage(error)) failure.error ??= error;
}

/**
 * Runs `work` of a library that replaces database errors by errors of its own. If it throws after a database outage,
 * throws the original database error instead.
 */
export async function unmaskOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  const failure: { error?: unknown } = {};
  try {
    return await scope.run(failure, work);
  } catch (error) {
    throw failure.error ?? error;
  }
}

/**
 * Installs a process-wide handler of unhandled rejections that ignores database outages and throws all others. The
 * driver (3.4.9) handles no failure when it asks a new connection for its types; the statement itself fails or is
 * retried.
 */
export function ignoreLostConnectionRejections(): void {
  process.on('unhandledRejection', (error) => {
    if (!findOutage(error)) throw error;
  });
}
