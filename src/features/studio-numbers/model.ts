import type { SessionTotalSort } from '#shared/contract/session-totals.ts';

/** What the list of figures can be ordered by. */
export const SESSION_TOTAL_SORTS = [
  'plays',
  'finished',
  'helpful',
  'stays',
  'questions',
] as const satisfies readonly SessionTotalSort[];

/**
 * Returns which share of plays, from 0 to 1, still went on at the end of each tenth of the session; empty where there
 * is none.
 */
export function computeListeningShares(plays: number, stops: readonly number[]): number[] {
  if (plays === 0) return [];
  let left = plays;
  return stops.map((stopped) => {
    left -= stopped;
    return left / plays;
  });
}

/** Returns the tenth, from 0, in which most plays stopped, the earliest of several; null where none did. */
export function findTenthWithMostStops(stops: readonly number[]): number | null {
  const most = Math.max(0, ...stops);
  return most === 0 ? null : stops.indexOf(most);
}
