import type { Caller } from '../people.ts';
import type { CheckoutSession, Subscription } from '../stripe-model/objects.ts';
import { isSubscriptionEnded } from '../stripe-model/subscriptions.ts';
import type { StripeAccount } from '../stripe-model/account.ts';
import { type Chance, createChance } from './chance.ts';
import type { Gift } from './gifts.ts';
import type { HistoryPlan } from './plan.ts';

/** One person of a history, with what has happened to them so far. */
export interface Actor {
  plan: HistoryPlan;
  own: Caller;
  /** Their customers at Stripe: more than one when one was deleted. */
  customers: Set<string>;
  /** What happened, in sentences. */
  story: string[];
  /** When something last changed at Stripe, and when the app last had word of it (milliseconds). */
  lastChange: number;
  lastNotice: number;
  /** The payments pages of what they have withdrawn from. */
  withdrawn: Set<string>;
  /** When they last asked for something else in the app. */
  lastWish: number;
  /** When they, the operator or a bank last ended something. */
  lastEnding: number;
  /** What they bought for others, and what of others they redeemed; `heirs`: who redeemed what they bought. */
  gifts: Gift[];
  redeemed: Gift[];
  heirs: Set<Actor>;
  /** When their account was erased (milliseconds). */
  erasedAt: number;
  isErased: boolean;
  /** When they are going to be compared (milliseconds). */
  checks: Set<number>;
  calls: Chance;
  deliveries: Chance;
  /** Kinds of deviations that were told already. */
  told: Set<string>;
}

export function createActor(plan: HistoryPlan, own: Caller): Actor {
  return {
    plan,
    own,
    customers: new Set(),
    story: [],
    lastChange: 0,
    lastNotice: 0,
    withdrawn: new Set(),
    lastWish: 0,
    lastEnding: 0,
    gifts: [],
    redeemed: [],
    heirs: new Set(),
    erasedAt: Infinity,
    isErased: false,
    checks: new Set(),
    calls: createChance(plan.seed * 3 + 1),
    deliveries: createChance(plan.seed * 3 + 2),
    told: new Set(),
  };
}

/** Their subscriptions that have not ended, the oldest first. */
export const findLiveSubscriptions = (
  account: StripeAccount,
  { customers }: Actor,
): Subscription[] =>
  [...account.subscriptions.values()].filter(
    (one) => customers.has(one.customer) && !isSubscriptionEnded(one),
  );

/** The customer with whom they have dealt last; undefined where Stripe has deleted it. */
export function findCustomer(account: StripeAccount, { customers }: Actor) {
  const last = [...customers].at(-1);
  const customer = last === undefined ? undefined : account.customers.get(last);
  return customer?.deleted ? undefined : customer;
}

export const findSession = (account: StripeAccount, url: string): CheckoutSession | undefined =>
  [...account.sessions.values()].find((session) => session.url === url);
