import { type StripeTreatmentOfCustomer, HOUR_S } from '../stripe-model/account.ts';
import type { CallFault } from '../stripe-model/server.ts';
import { type RandomSource, createRandomSource } from './random-source.ts';

/** What a person does, or what happens to them; `choice` seeds what chance decides in it. */
export interface HistoryStep {
  day: number;
  kind: StepKind;
  choice: number;
}

const WEIGHTS = {
  buy: 7,
  'buy in two tabs': 2,
  'stop in the app': 3,
  'renew again in the app': 3,
  'go to yearly': 3,
  'buy lifetime': 2,
  'buy trip': 2,
  'give back': 3,
  'stop in the portal': 3,
  'renew again in the portal': 2,
  'change the card in the portal': 2,
  'go to yearly in the portal': 3,
  'change the address in the portal': 1.5,
  'pay the open invoice': 2,
  'the bank starts to decline': 2,
  'the bank starts to ask': 1,
  'the bank pays again': 2,
  'the operator refunds all': 1.5,
  'the operator refunds a part': 1,
  'the operator credits a part to the card': 1.5,
  'the operator credits a part to the balance': 1.2,
  'the operator ends the subscription': 1,
  'the operator deletes the customer': 1.2,
  'the bank disputes': 2,
  'the dispute is won': 0.7,
  'the dispute is lost': 1.2,
  'the last refund fails': 0.7,
  'go to yearly by the bank': 2,
  'give up yearly': 0.5,
  pause: 3,
  'go on': 2,
  'go on monthly': 3,
  'stay yearly': 1.5,
  'buy a gift': 3,
  'redeem a gift': 2.5,
  'give a gift back': 1,
  'the operator refunds a gift': 0.5,
  'the operator refunds in the studio': 0.7,
  'buy in another currency': 1,
  'buy while the customer is deleted': 1.5,
  'erase with an open page': 1.2,
  'the operator releases the schedule': 0.7,
  'the operator cancels the schedule': 0.5,
  'the operator pauses the payments': 1.5,
  'the operator lets the payments go on': 1,
  'the operator archives the price': 1.5,
  'the operator archives the product': 2,
  'the operator refunds in two parts': 0.7,
  'the bank asks about a payment': 1.2,
  'the bank disputes what was refunded': 1.5,
  look: 2,
  'erase the account': 1.2,
} as const;
/** Steps that chance leaves out: named histories live through them. */
type RehearsedStepKind =
  | 'change the e-mail in the app'
  | 'open the portal'
  | 'pay the oldest open invoice';
export type StepKind = keyof typeof WEIGHTS | RehearsedStepKind;
/** What often follows a step within some days, so that what is possible only then happens at all: with which probability. */
const SEQUELS: Partial<Record<StepKind, { kinds: readonly StepKind[]; chance: number }>> = {
  buy: { kinds: ['go to yearly in the portal'], chance: 0.15 },
  'stop in the portal': { kinds: ['renew again in the portal'], chance: 0.5 },
  'the bank starts to decline': {
    kinds: ['pay the open invoice', 'the bank pays again'],
    chance: 0.6,
  },
  'the bank starts to ask': { kinds: ['pay the open invoice'], chance: 0.6 },
  'go to yearly': { kinds: ['go on monthly'], chance: 0.4 },
  'go on monthly': {
    kinds: [
      'the operator releases the schedule',
      'stay yearly',
      'the operator cancels the schedule',
    ],
    chance: 0.7,
  },
  'the bank disputes': { kinds: ['the dispute is won', 'the dispute is lost'], chance: 0.7 },
  'give back': { kinds: ['the last refund fails'], chance: 0.15 },
  'the operator refunds all': { kinds: ['the last refund fails'], chance: 0.5 },
  'the operator refunds a part': { kinds: ['the bank disputes what was refunded'], chance: 0.4 },
  'the bank asks about a payment': {
    kinds: ['the dispute is won', 'the dispute is lost'],
    chance: 0.6,
  },
};
/** The steps at Stripe that are counted by their names when they happen. */
export const COUNTED_STRIPE_STEPS = [
  'pay the open invoice',
  'the bank starts to decline',
  'the bank starts to ask',
  'the bank pays again',
  'the operator refunds all',
  'the operator refunds a part',
  'the operator refunds in two parts',
  'the operator credits a part to the card',
  'the operator credits a part to the balance',
  'the operator ends the subscription',
  'the operator deletes the customer',
  'the operator releases the schedule',
  'the operator pauses the payments',
  'the operator archives the price',
  'the operator archives the product',
  'the bank disputes',
  'the bank asks about a payment',
  'the bank disputes what was refunded',
  'the dispute is won',
  'the dispute is lost',
  'the last refund fails',
  'buy while the customer is deleted',
] as const satisfies readonly StepKind[];
const KINDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

export const HISTORY_DAYS = 200;
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'CAD'] as const;

export interface HistoryPlan {
  seed: number;
  currency: (typeof CURRENCIES)[number];
  /** Whether calls and events go wrong for this person. */
  hasFaults: boolean;
  /** What goes wrong with the first call of each kind, and with no other; by chance where it is left out. */
  firstFault?: CallFault;
  habits: StripeTreatmentOfCustomer;
  steps: HistoryStep[];
}

function makeStep(chance: RandomSource, day: number, kind?: StepKind): HistoryStep {
  return {
    day,
    kind:
      kind ??
      chance.pick(
        KINDS,
        KINDS.map((one) => WEIGHTS[one]),
      ),
    choice: Math.floor(chance.next() * 2 ** 31),
  };
}

function addStep(steps: HistoryStep[], chance: RandomSource, step: HistoryStep): void {
  steps.push(step);
  const sequel = SEQUELS[step.kind];
  if (!sequel || !chance.happens(sequel.chance)) return;
  const day = step.day + chance.between(0.1, 30);
  addStep(steps, chance, makeStep(chance, day, chance.pick(sequel.kinds)));
}

/** Of so many people one does what chance leaves out too often for a hundred of them. */
const REHEARSED_EVERY = 25;
const REHEARSED_RETURNS = 30;

const REHEARSED_DEBT = 40;

/** What chance makes of a purchase: a month, or what is paid once, that is paid at once. */
const PAID_AT_ONCE = 15;
const ONCE_PAID_AT_ONCE = 2;

/** A month that is paid, both changes in the portal, and a renewal that is refused and then paid by hand. */
function rehearse(plan: HistoryPlan): HistoryPlan {
  const steps = [
    { day: 1, kind: 'buy', choice: PAID_AT_ONCE },
    { day: 3, kind: 'change the address in the portal', choice: 1 },
    { day: 4, kind: 'change the card in the portal', choice: 1 },
    { day: 5, kind: 'the bank starts to decline', choice: 1 },
    { day: 34, kind: 'pay the open invoice', choice: 1 },
  ] as const;
  const mode = plan.seed % (2 * REHEARSED_EVERY) === 0 ? 'flexible' : 'classic';
  return { ...plan, hasFaults: false, habits: { ...plan.habits, mode }, steps: [...steps] };
}

/**
 * Two withdrawals within a year, of which the second waits for the operator; an inquiry that becomes a lost dispute; a year that
 * is to go on monthly, which the operator undoes; and a dispute of what was refunded in part.
 */
function rehearseReturns(plan: HistoryPlan): HistoryPlan {
  const steps = [
    { day: 1, kind: 'buy', choice: PAID_AT_ONCE },
    { day: 6, kind: 'give back', choice: 1 },
    { day: 20, kind: 'buy', choice: PAID_AT_ONCE },
    { day: 24, kind: 'give back', choice: 1 },
    { day: 50, kind: 'buy', choice: PAID_AT_ONCE },
    { day: 54, kind: 'the bank asks about a payment', choice: 1 },
    { day: 58, kind: 'the dispute is lost', choice: 1 },
    { day: 64, kind: 'the dispute is lost', choice: 1 },
    { day: 80, kind: 'buy', choice: PAID_AT_ONCE },
    { day: 82, kind: 'go to yearly', choice: 1 },
    { day: 84, kind: 'go on monthly', choice: 1 },
    { day: 86, kind: 'the operator releases the schedule', choice: 1 },
    { day: 90, kind: 'the operator refunds a part', choice: 1 },
    { day: 95, kind: 'the bank disputes what was refunded', choice: 1 },
  ] as const;
  return { ...plan, hasFaults: false, steps: [...steps] };
}

/**
 * A renewal that its bank declines for good, which Stripe leaves past due after every attempt, and a trip pass once access has ended:
 * the subscription still charges beside it.
 */
function rehearseTripBesideDebt(plan: HistoryPlan): HistoryPlan {
  const steps = [
    { day: 1, kind: 'buy', choice: PAID_AT_ONCE },
    { day: 5, kind: 'the bank starts to decline', choice: 1 },
    { day: 60, kind: 'buy trip', choice: ONCE_PAID_AT_ONCE },
    { day: 70, kind: 'look', choice: 1 },
  ] as const;
  const habits = { ...plan.habits, dunning: 'past_due' as const };
  return { ...plan, hasFaults: false, habits, steps: [...steps] };
}

/** What one person does in the days of a history; the same for the same seed. */
export function generateHistoryPlan(seed: number): HistoryPlan {
  const chance = createRandomSource(seed);
  const first = chance.between(0, chance.happens(0.5) ? 40 : HISTORY_DAYS - 30);
  const count = Math.floor(chance.between(2, 10));
  const steps: HistoryStep[] = [];
  addStep(steps, chance, makeStep(chance, first, 'buy'));
  for (let index = 0; index < count; index++) {
    // Much happens soon after a purchase.
    const near = chance.happens(0.5);
    const day = near ? first + chance.between(0, 20) : chance.between(first, HISTORY_DAYS - 5);
    addStep(steps, chance, makeStep(chance, day));
  }
  const plan: HistoryPlan = {
    seed,
    currency: chance.pick(CURRENCIES),
    hasFaults: chance.happens(0.6),
    habits: {
      dunning: chance.pick(['cancel', 'unpaid', 'past_due', 'pause'] as const),
      mode: chance.pick(['flexible', 'classic'] as const, [65, 35]),
      draftTime: chance.happens(0.15) ? Math.floor(chance.between(2, 72)) * HOUR_S : HOUR_S,
    },
    steps: steps.toSorted((a, b) => a.day - b.day),
  };
  if (seed % (2 * REHEARSED_EVERY) === REHEARSED_RETURNS) return rehearseReturns(plan);
  if (seed % (2 * REHEARSED_EVERY) === REHEARSED_DEBT) return rehearseTripBesideDebt(plan);
  return seed % REHEARSED_EVERY === 0 ? rehearse(plan) : plan;
}
