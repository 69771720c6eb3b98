import type { Actor } from './actor.ts';
import { HOUR_MS } from './times.ts';

/** How long the app may take when it has no word: it reads "once a day", every six hours here. */
export const MAX_SYNC_DELAY_MS = 31 * HOUR_MS;
/** How long the app may take after it has had word. */
const SETTLING = HOUR_MS;

/** When the app must know what has changed about a person (milliseconds). */
function findReady({ lastNotice, lastChange }: Actor): number {
  return (lastNotice >= lastChange ? lastNotice : lastChange + MAX_SYNC_DELAY_MS) + SETTLING;
}

/** The same, of a person and of those whose gifts they have redeemed: what these are worth depends on their buyers. */
export const computeComparableFrom = (actor: Actor): number =>
  Math.max(...[actor, ...actor.redeemed.map(({ buyer }) => buyer)].map(findReady));

/** Somebody who can't be read "is put off for ten minutes, then for an hour" (decision 097), by tasks that run here every half hour. */
const RETRY_MS = 2 * HOUR_MS;

/** Until when the app may be trying again what went wrong with a call about a person (milliseconds): it has no more time without one. */
export const findRetryEnd = ({ lastFault }: Actor): number => lastFault + RETRY_MS;
