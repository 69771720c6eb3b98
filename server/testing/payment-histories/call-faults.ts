import { CALL_FAULTS, type CallFault } from '../stripe-model/server.ts';
import type { Actor } from './actor.ts';

/** Kinds of calls that a thousand histories make some ten times, with those who meet no fault among them. */
const SELDOM = new Set([
  'POST /v1/invoices/:id/void',
  'POST /v1/subscription_schedules/:id/release',
]);

/**
 * Chooses what goes wrong with a call of the app about a person; `untried`: what has not gone wrong with its kind yet, so that
 * each does with calls that are rare as well.
 */
export function chooseFault(
  { calls, plan }: Actor,
  method: string,
  name: string,
  untried: readonly (typeof CALL_FAULTS)[number][],
): CallFault {
  if (!plan.hasFaults) return null;
  // What changes something at Stripe is rarer, and worse to lose.
  const [usual, rare] = method === 'GET' ? [0.05, 0.1] : SELDOM.has(name) ? [0.5, 1] : [0.12, 0.4];
  if (!calls.happens(untried.length > 0 ? rare : usual)) return null;
  return calls.pick(untried.length > 0 ? untried : CALL_FAULTS);
}

/** A kind of call: without the ids in its path. */
export const nameCall = (method: string, path: string) =>
  `${method} ${path.split('?')[0]?.replaceAll(/\/(?:[a-z]+(?:_[a-z]+)*_)(?=\w*\d)\w+/g, '/:id') ?? ''}`;

/** The faults after which Stripe's library tries again by itself. */
export const UNANSWERED: ReadonlySet<string> = new Set(['lost', 'unreached', 'slow', 'silent']);
