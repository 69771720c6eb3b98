import { CALL_FAULTS, type CallFault } from '../stripe-model/server.ts';
import type { Actor } from './actor.ts';

/** The kind of call that no person makes and that is made thousands of times: one of so many goes wrong. */
const LISTING = 'GET /v1/events';
const LISTING_FAULT_EVERY = 41;

/**
 * Chooses what goes wrong with a call of the app about a person; `untried`: what has not gone wrong with its kind yet, so that
 * each does with calls that are rare as well.
 */
export function chooseFault(
  { calls, plan, failedCalls }: Actor,
  method: string,
  name: string,
  untried: readonly (typeof CALL_FAULTS)[number][],
): CallFault {
  if (plan.firstFault) return failedCalls.has(name) ? null : plan.firstFault;
  if (!plan.hasFaults) return null;
  // What changes something at Stripe is rarer, and worse to lose.
  const [usual, rare] = method === 'GET' ? [0.05, 0.1] : [0.12, 0.4];
  if (!calls.happens(untried.length > 0 ? rare : usual)) return null;
  return calls.pick(untried.length > 0 ? untried : CALL_FAULTS);
}

/**
 * Chooses what goes wrong with a call about no person: each kind of them goes wrong in each way once, and is made again.
 */
export const chooseFaultOfCallAboutNobody = (
  name: string,
  before: number,
  [next]: readonly (typeof CALL_FAULTS)[number][],
): CallFault =>
  name === LISTING && before % LISTING_FAULT_EVERY !== LISTING_FAULT_EVERY - 1
    ? null
    : (next ?? null);

/** A kind of call: without the ids in its path. */
export const getCallKind = (method: string, path: string) =>
  `${method} ${path.split('?')[0]?.replaceAll(/\/(?:[a-z]+(?:_[a-z]+)*_)(?=\w*\d)\w+/g, '/:id') ?? ''}`;

/** The faults after which Stripe's library tries again by itself. */
export const UNANSWERED: ReadonlySet<string> = new Set(['lost', 'unreached', 'slow', 'silent']);
