import { type CustomerHabits, HOUR_S } from '../stripe-model/account.ts';
import { type Chance, createChance } from './chance.ts';

/** What a person does, or what happens to them; `choice` seeds what chance decides in it. */
export interface HistoryStep {
  /** Days since the beginning. */
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
  'go to yearly in the portal': 1,
  'change the address in the portal': 0.5,
  'pay the open invoice': 2,
  'the bank starts to decline': 2,
  'the bank starts to ask': 1,
  'the bank pays again': 2,
  'the operator refunds all': 1,
  'the operator refunds a part': 1,
  'the operator credits a part to the card': 0.7,
  'the operator credits a part to the balance': 0.7,
  'the operator ends the subscription': 1,
  'the operator deletes the customer': 0.5,
  'the bank disputes': 1,
  'the dispute is won': 0.7,
  'the dispute is lost': 0.7,
  'the last refund fails': 0.7,
  'go to yearly by the bank': 2,
  'give up yearly': 0.5,
  pause: 3,
  'go on': 2,
  'go on monthly': 3,
  'stay yearly': 1,
  'buy a gift': 3,
  'redeem a gift': 2.5,
  'give a gift back': 1,
  'the operator refunds a gift': 0.5,
  'the operator refunds in the studio': 0.7,
  'buy in another currency': 0.7,
  'buy while the customer is deleted': 0.5,
  'erase with an open page': 0.5,
  'the operator releases the schedule': 0.7,
  'the operator cancels the schedule': 0.3,
  'the operator pauses the payments': 0.7,
  'the operator lets the payments go on': 0.5,
  'the operator archives the price': 0.5,
  'the operator archives the product': 0.3,
  'the operator refunds in two parts': 0.7,
  'the bank asks about a payment': 0.5,
  'the bank disputes what was refunded': 0.5,
  look: 2,
  'erase the account': 0.5,
} as const;
export type StepKind = keyof typeof WEIGHTS;
/**
 * What does not happen yet, or is not compared, because a deviation of the app was found by it that is not mended: steps, moods
 * of a card, codes, figures of the studio, and kinds of deviations.
 */
export const UNMENDED_DEVIATIONS: ReadonlySet<string> = new Set([
  // A refund in the studio gives back the payment of the lifetime pass, not the pass that had ended for it.
  'a lifetime pass went back without what it had taken over',
]);
/** The steps at Stripe that are counted by their names when they happen. */
export const HAPPENINGS = [
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
const KINDS = (Object.keys(WEIGHTS) as StepKind[]).filter((kind) => !UNMENDED_DEVIATIONS.has(kind));

export const HISTORY_DAYS = 200;
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'CAD'] as const;

export interface HistoryPlan {
  seed: number;
  currency: (typeof CURRENCIES)[number];
  /** Whether calls and events go wrong for this person. */
  hasFaults: boolean;
  /** How Stripe treats this customer. */
  habits: CustomerHabits;
  steps: HistoryStep[];
}

function makeStep(chance: Chance, day: number, kind?: StepKind): HistoryStep {
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

/** What one person does in the days of a history; the same for the same seed. */
export function generatePlan(seed: number): HistoryPlan {
  const chance = createChance(seed);
  const first = chance.between(0, chance.happens(0.5) ? 40 : HISTORY_DAYS - 30);
  const count = Math.floor(chance.between(2, 10));
  const steps = [makeStep(chance, first, 'buy')];
  for (let index = 0; index < count; index++) {
    // Much happens soon after a purchase.
    const near = chance.happens(0.5);
    const day = near ? first + chance.between(0, 20) : chance.between(first, HISTORY_DAYS - 5);
    steps.push(makeStep(chance, day));
  }
  return {
    seed,
    currency: chance.pick(CURRENCIES),
    hasFaults: chance.happens(0.6),
    habits: {
      dunning: chance.pick(['cancel', 'unpaid', 'past_due'] as const),
      mode: chance.pick(['flexible', 'classic'] as const, [75, 25]),
      draftTime: chance.happens(0.15) ? Math.floor(chance.between(2, 72)) * HOUR_S : HOUR_S,
    },
    steps: steps.toSorted((a, b) => a.day - b.day),
  };
}
