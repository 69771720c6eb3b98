/**
 * Every write that may wait on a device to be sent, and whether the server keeps it only with the consent to
 * health data: if so it is forgotten on the device, too, when that is withdrawn.
 */
export const OUTBOX_ROUTES = {
  'POST /api/listens': false,
  'PUT /api/contents/:id/rating': false,
  'POST /api/programs/:id/events': false,
  'POST /api/practices': false,
  'PUT /api/ladder': true,
  'POST /api/ladder/attempts': true,
  'POST /api/ledger': true,
  'DELETE /api/ledger/:id': true,
} as const;
export type OutboxRoute = keyof typeof OUTBOX_ROUTES;
