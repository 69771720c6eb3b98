import type { TestPerson } from '../people.ts';
import type { CheckoutSession, Subscription } from '../stripe-model/objects.ts';
import { isSubscriptionEnded } from '../stripe-model/subscriptions.ts';
import type { StripeAccount } from '../stripe-model/account.ts';
import { type RandomSource, createRandomSource } from './random-source.ts';
import type { Gift } from './gifts.ts';
import type { HistoryPlan } from './plan.ts';

/** What the app showed of what will charge, and when (milliseconds). */
export interface ShownCharges {
  at: number;
  charges: { amountMinor: number | null; currency: string | null; pausedUntil: number | null }[];
}

/** One person of a history, with what has happened to them so far. */
export interface Actor {
  plan: HistoryPlan;
  own: TestPerson;
  /** Their customers at Stripe: more than one when one was deleted. */
  customers: Set<string>;
  story: string[];
  /** When something last changed at Stripe, the instant before that, and when the app last had word of it (milliseconds). */
  lastChange: number;
  changeBefore: number;
  lastNotice: number;
  /** What the app last showed of what will charge. */
  shown: ShownCharges | null;
  /** The same, as it was when a renewal began, by the renewal's invoice. */
  announced: Map<string, ShownCharges>;
  /** The payments pages of what they have withdrawn from. */
  withdrawn: Set<string>;
  /** The payments of what the operator has ended with a refund in the studio, and the subscriptions. */
  returned: Set<string>;
  /** Subscriptions that they, the operator or a bank have ended at once, so that what was paid gives nothing more. */
  ended: Set<string>;
  /** Subscriptions that they have stopped in the app, since when (milliseconds). */
  stopped: Map<string, number>;
  /** When they last paid an open invoice on Stripe's page (milliseconds). */
  paidByHandAt: number;
  /** Until when each subscription was paused when they asked to go on (seconds). */
  pauses: Map<string, number>;
  /** When they withdrew (milliseconds). */
  withdrawals: number[];
  /** What they bought for others, and what of others they redeemed; `heirs`: who redeemed what they bought. */
  gifts: Gift[];
  redeemed: Gift[];
  heirs: Set<Actor>;
  /** When their account was erased (milliseconds). */
  erasedAt: number;
  isErased: boolean;
  /** When they are going to be compared (milliseconds). */
  checks: Set<number>;
  edges: Set<number>;
  /** The kinds of calls about them that have gone wrong. */
  failedCalls: Set<string>;
  /** How many calls about them have gone wrong, and when the last one did (milliseconds). */
  faults: number;
  lastFault: number;
  calls: RandomSource;
  deliveries: RandomSource;
  /** The newest of the events that were delivered to the app (seconds). */
  lastDelivered: number;
  /** Kinds of deviations that were told already. */
  told: Set<string>;
}

export function createActor(plan: HistoryPlan, own: TestPerson): Actor {
  return {
    plan,
    own,
    customers: new Set(),
    story: [],
    lastChange: 0,
    changeBefore: 0,
    lastNotice: 0,
    shown: null,
    announced: new Map(),
    withdrawn: new Set(),
    returned: new Set(),
    ended: new Set(),
    stopped: new Map(),
    paidByHandAt: -Infinity,
    pauses: new Map(),
    withdrawals: [],
    gifts: [],
    redeemed: [],
    heirs: new Set(),
    erasedAt: Infinity,
    isErased: false,
    checks: new Set(),
    edges: new Set(),
    failedCalls: new Set(),
    faults: 0,
    lastFault: -Infinity,
    lastDelivered: 0,
    calls: createRandomSource(plan.seed * 3 + 1),
    deliveries: createRandomSource(plan.seed * 3 + 2),
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

/** Their newest subscription, ended or not. */
export const findLatestSubscription = (
  account: StripeAccount,
  { customers }: Actor,
): Subscription | undefined =>
  [...account.subscriptions.values()].findLast(({ customer }) => customers.has(customer));

/** The customer with whom they have dealt last; undefined where Stripe has deleted it. */
export function findLatestCustomer(account: StripeAccount, { customers }: Actor) {
  const last = [...customers].at(-1);
  const customer = last === undefined ? undefined : account.customers.get(last);
  return customer?.deleted ? undefined : customer;
}

export const findCheckoutSessionByUrl = (
  account: StripeAccount,
  url: string,
): CheckoutSession | undefined =>
  [...account.sessions.values()].find((session) => session.url === url);
