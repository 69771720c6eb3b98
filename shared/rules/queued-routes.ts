/**
 * Writes that a device may queue while offline, and whether they need the consent to health data: if so, they
 * are also deleted on the device when it is withdrawn.
 */
export const QUEUED_ROUTES = {
  'POST /api/listens': false,
  'PUT /api/contents/:id/rating': false,
  'POST /api/programs/:id/events': false,
  'POST /api/practices': false,
  'PUT /api/ladder': true,
  'POST /api/ladder/attempts': true,
  'POST /api/ledger': true,
  'DELETE /api/ledger/:id': true,
  'POST /api/check-ins': true,
  'PUT /api/assessment/answers': true,
} as const;
export type QueuedRoute = keyof typeof QUEUED_ROUTES;
