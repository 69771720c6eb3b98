import type { Actor } from './actor.ts';
import { MAX_SYNC_DELAY_MS } from './delayed-checks.ts';
import { HOUR_MS } from './times.ts';

/** How long the app may take after it has had word. */
const SETTLING = HOUR_MS;

/** When the app must know what has changed about a person (milliseconds). */
function findReady({ lastNotice, lastChange }: Actor): number {
  return (lastNotice >= lastChange ? lastNotice : lastChange + MAX_SYNC_DELAY_MS) + SETTLING;
}

/** The same, of a person and of those whose gifts they have redeemed: what these are worth depends on their buyers. */
export const computeComparableFrom = (actor: Actor): number =>
  Math.max(...[actor, ...actor.redeemed.map(({ buyer }) => buyer)].map(findReady));
