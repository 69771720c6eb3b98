import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { ApiError } from '#web/lib/api.ts';
import type { UnsentWrite } from './write-store.ts';

/** How the queue treats the writes of one route; every setting is off when left out. */
interface RoutePolicy {
  /** Matches the URLs of the queries to refetch once the write was answered. */
  refreshes?: RegExp;
  /** A new write replaces the unsent ones of this route. */
  replaces?: true;
  /** A refused write stays queued until the next `start` or `flush`, unless the health consent is gone. */
  staysWhenRefused?: true;
  /** Debounce before sending, in milliseconds. */
  pauseMs?: number;
}

const FLIGHTS = /^\/api\/(?:flights|users\/me|dashboard|plan)(?:\?|$)/;
const LADDER = /^\/api\/ladder$/;

// Here and not with the features: a write of an earlier page load may be answered before its feature is loaded.
/** How the queue treats the writes of each route; the defaults for a route that is missing. */
export const WRITE_POLICIES: Partial<Record<QueuedRoute, RoutePolicy>> = {
  'POST /api/listens': {
    refreshes: /^\/api\/(dashboard|plan|contents(\/[^/]+\/next)?)(\?|$)/,
  },
  'POST /api/practices': { refreshes: /^\/api\/(dashboard|plan)(\?|$)/ },
  'POST /api/programs/:id/events': { refreshes: /^\/api\/programs$/ },
  'PUT /api/ladder': { refreshes: LADDER },
  'POST /api/ladder/attempts': { refreshes: LADDER },
  'POST /api/check-ins': { refreshes: /^\/api\/assessment\/history$/ },
  'POST /api/flights': { refreshes: FLIGHTS },
  'PATCH /api/flights/:id': { refreshes: FLIGHTS },
  'DELETE /api/flights/:id': { refreshes: FLIGHTS },
  'PUT /api/assessment/answers': { replaces: true, staysWhenRefused: true, pauseMs: 600 },
};

/** After this many server errors a write is skipped, so that it does not block those behind it. */
export const MAX_WRITE_FAILURES = 5;

/** The health consent was withdrawn or replaced by a new one: what was written under it may not be stored. */
const OUT_OF_CONSENT: ReadonlySet<string> = new Set(['consent_required', 'consent_renewed']);

/**
 * Returns whether the server refused a request because the health consent was withdrawn on another device, or withdrawn
 * and given again.
 */
export const isHealthConsentChangedError = (error: unknown): boolean =>
  error instanceof ApiError && OUT_OF_CONSENT.has(error.code);

/**
 * Classifies an error: `retry` (network or temporary error, send again later), `failed` (server error, to be counted
 * against MAX_WRITE_FAILURES), `no_pass` (the pass has ended) or `refused` (the server rejected the request for good).
 */
function classifyFailure(error: unknown): 'retry' | 'failed' | 'no_pass' | 'refused' {
  if (!(error instanceof ApiError)) return 'retry';
  const { status } = error;
  // 502 to 504 speak of the site, not of the request.
  if ([0, 401, 429, 502, 503, 504].includes(status)) return 'retry';
  if (error.code === 'pass_required') return 'no_pass';
  if (status >= 500) return 'failed';
  // Without a code of the contract it is not the server's word: a proxy has replaced the text.
  return error.code === 'server_error' ? 'retry' : 'refused';
}

/**
 * Decides what to do with a queued write after an error: `kept`, the write as it stays on the device, or null where it
 * may not be kept; `isFinal`, whether its effect on the page must be undone; `mayNextFollow`, whether later writes may be sent now.
 */
export function decideAfterWriteError(
  write: UnsentWrite,
  error: unknown,
): { kept: UnsentWrite | null; isFinal: boolean; mayNextFollow: boolean } {
  const failure = classifyFailure(error);
  if (failure === 'retry') return { kept: write, isFinal: false, mayNextFollow: false };
  const skipped = { ...write, failures: MAX_WRITE_FAILURES };
  // Sent again by the next `start`, which a new pass brings about.
  if (failure === 'no_pass') return { kept: skipped, isFinal: false, mayNextFollow: true };
  if (failure === 'refused') {
    const isSentAgain = WRITE_POLICIES[write.route]?.staysWhenRefused;
    const refused = isSentAgain ? skipped : { ...skipped, refused: true as const };
    return {
      kept: isHealthConsentChangedError(error) ? null : refused,
      isFinal: true,
      mayNextFollow: true,
    };
  }
  const failures = (write.failures ?? 0) + 1;
  const isSkipped = failures >= MAX_WRITE_FAILURES;
  return { kept: { ...write, failures }, isFinal: isSkipped, mayNextFollow: isSkipped };
}
