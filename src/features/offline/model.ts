import { countDaysUntilFlight } from '#shared/rules/flight-date.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { paths } from '#web/lib/paths.ts';

/** What a write is called in words (`offline:things`), and the page on which it can be done again. */
const THINGS = {
  'POST /api/listens': { thing: 'listen', path: paths.library() },
  'PUT /api/contents/:id/rating': { thing: 'rating', path: paths.library() },
  'POST /api/programs/:id/events': { thing: 'program', path: paths.programs() },
  'POST /api/practices': { thing: 'practice', path: paths.breathe() },
  'POST /api/sound-practices': { thing: 'sound', path: paths.whatWasThat() },
  'PUT /api/ladder': { thing: 'ladder', path: paths.ladder() },
  'POST /api/ladder/attempts': { thing: 'attempt', path: paths.ladder() },
  'POST /api/ledger': { thing: 'flightNote', path: paths.home() },
  'DELETE /api/ledger/:id': { thing: 'flightNote', path: paths.home() },
  'POST /api/check-ins': { thing: 'checkIn', path: paths.profile() },
  'PUT /api/assessment/answers': { thing: 'answers', path: paths.profile() },
  'PATCH /api/users/me': { thing: 'name', path: paths.profile() },
  'POST /api/flights': { thing: 'flight', path: paths.home() },
  'PATCH /api/flights/:id': { thing: 'flight', path: paths.home() },
  'DELETE /api/flights/:id': { thing: 'flight', path: paths.home() },
} as const satisfies Record<QueuedRoute, { thing: string; path: string }>;

/**
 * Describes an unsent write by its route: the translation key of what it is, and the page where it can be made again;
 * `other` for a route of an older version.
 */
export const getUnsentWriteKeyAndPath = (route: QueuedRoute) =>
  (THINGS as Partial<typeof THINGS>)[route] ?? { thing: 'other' as const, path: paths.home() };

/** The fields of writes that hold what a person wrote in words. */
const TEXT_FIELDS = new Set(['expected', 'happened', 'learned', 'words', 'note', 'keep', 'name']);

/** Lists what a person wrote in words in a write's body, in its order. */
export function listTextsOfWrite(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? (TEXT_FIELDS.has(name) ? [value] : []) : listTextsOfWrite(value),
  );
}

/** Returns whether a person may be on their flight: on its day and, as flights land a day later, on the next one. */
export function isPossiblyFlying(flightDate: string | null, timeZone: string, now: Date): boolean {
  if (flightDate === null) return false;
  const days = countDaysUntilFlight({ date: flightDate, timeZone, now });
  return days === 0 || days === -1;
}

/** From so many days before the flight on, installing the app is proposed. */
const NEAR_DAYS = 14;

/** Returns whether a flight is near enough to prepare this device for it: today, or within two weeks. */
export function isFlightNear(flightDate: string | null, timeZone: string, now: Date): boolean {
  if (flightDate === null) return false;
  const days = countDaysUntilFlight({ date: flightDate, timeZone, now });
  return days >= 0 && days <= NEAR_DAYS;
}
