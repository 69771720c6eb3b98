/**
 * Writes that a device may queue while offline, and whether they need the consent to health data: all of the write, or
 * fields of its body. What needs it is also deleted on the device when the consent is withdrawn.
 */
export const QUEUED_ROUTES = {
  'POST /api/listens': ['selfRatings'],
  'PUT /api/contents/:id/rating': false,
  'POST /api/programs/:id/events': false,
  'POST /api/practices': false,
  'PUT /api/ladder': true,
  'POST /api/ladder/attempts': true,
  'POST /api/ledger': true,
  'DELETE /api/ledger/:id': true,
  'POST /api/check-ins': true,
  'PUT /api/assessment/answers': true,
  'PATCH /api/users/me': false,
} as const satisfies Record<string, boolean | readonly string[]>;
export type QueuedRoute = keyof typeof QUEUED_ROUTES;
