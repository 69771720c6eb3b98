import type { QueuedRoute } from '#shared/rules/queued-routes.ts';

/** How the queue treats the writes of one route; every setting is off when left out. */
interface RoutePolicy {
  /** Matches the URLs of the queries to refetch once the write was answered. */
  refreshes?: RegExp;
  /** A new write replaces the pending ones of this route. */
  replaces?: true;
  /** A refused write stays queued until the next `start` or `flush`, unless the health consent is gone. */
  staysWhenRefused?: true;
  /** Debounce before sending, in milliseconds. */
  pauseMs?: number;
}

const LADDER = /^\/api\/ladder$/;

// Here and not with the features: a write of an earlier page load may be answered before its feature is loaded.
export const ROUTE_POLICIES: Partial<Record<QueuedRoute, RoutePolicy>> = {
  'POST /api/listens': {
    refreshes: /^\/api\/(dashboard|plan|contents(\/[^/]+\/next)?)(\?|$)/,
  },
  'POST /api/practices': { refreshes: /^\/api\/(dashboard|plan)(\?|$)/ },
  'POST /api/programs/:id/events': { refreshes: /^\/api\/programs$/ },
  'PUT /api/ladder': { refreshes: LADDER },
  'POST /api/ladder/attempts': { refreshes: LADDER },
  'POST /api/check-ins': { refreshes: /^\/api\/assessment\/history$/ },
  'PUT /api/assessment/answers': { replaces: true, staysWhenRefused: true, pauseMs: 600 },
};
