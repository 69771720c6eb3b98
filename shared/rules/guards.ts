/**
 * What a session may do to some people: bring on feared sensations on purpose, tense the large muscles hard, tell a past
 * flight again, or look down from a height. Whoever opens such a session is asked first whether it is for them.
 */
export const GUARDS = ['sensations', 'tension', 'memory', 'height'] as const;
export type Guard = (typeof GUARDS)[number];

/** Within so many hours of a flight no guarded session is recommended: what it stirs up needs days to settle. */
export const GUARD_HOURS = 72;

/**
 * Returns whether a guarded session may be recommended: not near a flight, and a past flight is told again only by
 * somebody who has opened that session of their own accord.
 */
export function mayRecommendGuarded(
  guard: Guard | null,
  { hoursToFlight, isOpened }: { hoursToFlight: number | null; isOpened: boolean },
): boolean {
  if (guard === null) return true;
  if (guard === 'memory' && !isOpened) return false;
  return hoursToFlight === null || hoursToFlight < 0 || hoursToFlight > GUARD_HOURS;
}
