/**
 * What about a session may harm some people: it provokes feared sensations, tenses the large muscles, retells a past
 * flight, or looks down from a height. The player asks before such a session whether it suits the listener.
 */
export const SESSION_GUARDS = ['sensations', 'tension', 'memory', 'height'] as const;
export type SessionGuard = (typeof SESSION_GUARDS)[number];

/** Hours before a flight within which no guarded session is recommended, because its effects need days to settle. */
export const GUARDED_HOURS_BEFORE_FLIGHT = 72;

/**
 * Returns whether a session with a guard (a mark that it may harm some people) may be recommended; always true without
 * a guard. Not within GUARDED_HOURS_BEFORE_FLIGHT before a flight, and with the guard `memory` only if the person has opened the
 * session before (`isOpened`). `hoursToFlight` is null or negative without a flight to come.
 */
export function mayRecommendGuardedSession(
  guard: SessionGuard | null,
  { hoursToFlight, isOpened }: { hoursToFlight: number | null; isOpened: boolean },
): boolean {
  if (guard === null) return true;
  if (guard === 'memory' && !isOpened) return false;
  return hoursToFlight === null || hoursToFlight < 0 || hoursToFlight > GUARDED_HOURS_BEFORE_FLIGHT;
}
