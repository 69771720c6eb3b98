/**
 * Writes that a device may queue while offline, and whether they need the consent to health data: true for the whole
 * write, or the names of fields of its body. On withdrawal of the consent these are deleted from the queue.
 */
export const QUEUED_ROUTES = {
  'POST /api/listens': ['selfRatings'],
  'PUT /api/contents/:id/rating': false,
  'POST /api/programs/:id/events': false,
  'POST /api/practices': false,
  'POST /api/sound-practices': false,
  'PUT /api/ladder': true,
  'POST /api/ladder/attempts': true,
  'POST /api/ledger': true,
  'DELETE /api/ledger/:id': true,
  'POST /api/check-ins': true,
  'PUT /api/assessment/answers': true,
  'PATCH /api/users/me': false,
  'POST /api/flights': false,
  'PATCH /api/flights/:id': false,
  'DELETE /api/flights/:id': false,
} as const satisfies Record<string, boolean | readonly string[]>;
export type QueuedRoute = keyof typeof QUEUED_ROUTES;
