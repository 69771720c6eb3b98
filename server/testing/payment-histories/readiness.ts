import type { Actor } from './actor.ts';
import { HOUR_MS } from './times.ts';

/**
 * How long the app may take to know what Stripe knows, whether it had word or not: it asks Stripe every ten minutes for the events
 * that never came ("within an hour of Stripe knowing").
 */
export const MAX_SYNC_DELAY_MS = HOUR_MS;

/**
 * When the app must know what has changed about a person (milliseconds): only where a call about them has just gone wrong, and no
 * word came, it has until it tries again.
 */
function computeMustKnowByMs(actor: Actor): number {
  const { lastNotice, lastChange } = actor;
  const heard = lastNotice >= lastChange ? lastNotice + MAX_SYNC_DELAY_MS : Infinity;
  return Math.min(
    heard,
    Math.max(lastChange + MAX_SYNC_DELAY_MS, findRetryEndMs(actor, lastChange)),
  );
}

/** The same, of a person and of those whose gifts they have redeemed: what these are worth depends on their buyers. */
export const computeComparableFromMs = (actor: Actor): number =>
  Math.max(...[actor, ...actor.redeemed.map(({ buyer }) => buyer)].map(computeMustKnowByMs));

/**
 * Where a call about a person has just gone wrong, the hour begins with the last one that did: while Stripe refuses, the app can't
 * know what it knows. The app tries again after ten minutes, and then every half hour (decision 097), by tasks that run here every
 * twenty.
 */
const RETRY_MS = HOUR_MS;
/** What goes wrong again and again has an end: so long after what the app has to know of, it has come through. */
const LONGEST_MS = 8 * HOUR_MS;

/**
 * Until when the app may be trying again what went wrong with a call about a person (milliseconds): it has no more time without one,
 * and none without end after an instant.
 */
export const findRetryEndMs = ({ lastFault }: Actor, since: number): number =>
  Math.min(lastFault + RETRY_MS, since + LONGEST_MS);
