import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectionError, findDatabaseError } from './driver.ts';

/** Why the database cannot serve for now: it does not answer, or has no room to write. */
export type OutageCause = 'unreachable' | 'disk_full';

const REFUSED = /^(?:08\w{3}|57P0\d|53300|53200|58030|25006)$/;
const DISK_FULL = '53100';

/** Returns the kind of database outage that an error or one of its causes reports; null for any other error. */
export function findOutageCause(error: unknown): OutageCause | null {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const causes = error.errors.map(findOutageCause);
    return causes.includes(null) ? null : (causes[0] ?? null);
  }
  const found = findDatabaseError(error);
  if (found instanceof ConnectionError) return 'unreachable';
  if (found?.code === DISK_FULL) return 'disk_full';
  return REFUSED.test(found?.code ?? '') ? 'unreachable' : null;
}

const scope = new AsyncLocalStorage<{ error?: unknown }>();

/**
 * Notes the database outage that an error reports, if any, so that the `rethrowOriginalOutageErrors` around the call can rethrow it.
 */
export function noteOutageForRethrow(error: unknown): void {
  const failure = scope.getStore();
  if (failure && findOutageCause(error)) failure.error ??= error;
}

/**
 * Runs `work` of a library that replaces database errors by errors of its own. If it throws after a database outage,
 * throws the original database error instead.
 */
export async function rethrowOriginalOutageErrors<Result>(
  work: () => Promise<Result>,
): Promise<Result> {
  const failure: { error?: unknown } = {};
  try {
    return await scope.run(failure, work);
  } catch (error) {
    throw failure.error ?? error;
  }
}
