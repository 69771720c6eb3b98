import { HOUR_S } from '../stripe-model/account.ts';
import { CALL_FAULTS } from '../stripe-model/server.ts';
import type { HistoryPlan, HistoryStep } from './plan.ts';

// One history for each way in which a call goes wrong, of a person who makes every kind of call: the first of each kind goes
// wrong.

const HOUR = 1 / 24;
const FIRST_SEED = 100_001;

/** What chance makes of a purchase: a month or a year paid at once, a month or a lifetime pass whose page is left open. */
const MONTH = 9;
const LEFT_MONTH = 1;
const LEFT_LIFETIME = 6;
const PAID_LIFETIME = 2;
/** What chance makes of the bank's question: it stays unanswered. */
const UNANSWERED_BANK = 2;

/** A step, and again every hour: the first times of what it calls go wrong. */
const repeatHourly = (
  day: number,
  kind: HistoryStep['kind'],
  { choice = 1, times = 4 }: { choice?: number; times?: number } = {},
): HistoryStep[] =>
  Array.from({ length: times }, (_, index) => ({ day: day + index * HOUR, kind, choice }));

const STEPS: HistoryStep[] = [
  ...repeatHourly(1, 'buy', { choice: MONTH, times: 5 }),
  ...repeatHourly(2, 'open the portal'),
  ...repeatHourly(2.5, 'change the e-mail in the app', { times: 1 }),
  ...repeatHourly(3, 'go to yearly by the bank', { choice: UNANSWERED_BANK, times: 8 }),
  ...repeatHourly(3.6, 'give up yearly'),
  ...repeatHourly(5, 'the bank pays again', { times: 1 }),
  ...repeatHourly(6, 'go to yearly', { times: 8 }),
  ...repeatHourly(8, 'go on monthly', { times: 6 }),
  ...repeatHourly(9, 'stay yearly'),
  ...repeatHourly(10, 'stop in the app'),
  ...repeatHourly(11, 'renew again in the app'),
  ...repeatHourly(12, 'give back', { times: 1 }),
  ...repeatHourly(20, 'buy', { choice: LEFT_MONTH }),
  ...repeatHourly(21, 'buy lifetime', { choice: LEFT_LIFETIME }),
  ...repeatHourly(22, 'buy trip', { choice: PAID_LIFETIME }),
  ...repeatHourly(35, 'buy', { choice: MONTH }),
  ...repeatHourly(38, 'pause'),
  ...repeatHourly(39, 'go on'),
  ...repeatHourly(40, 'the bank starts to decline', { times: 1 }),
  ...repeatHourly(80, 'buy', { choice: MONTH }),
  ...repeatHourly(91.3, 'erase the account', { times: 1 }),
];

export const CALL_FAULT_DAYS = 95;

const planEachFault = (firstSeed: number, steps: readonly HistoryStep[]): readonly HistoryPlan[] =>
  CALL_FAULTS.map((firstFault, index) => ({
    seed: firstSeed + index,
    currency: 'EUR',
    hasFaults: false,
    firstFault,
    habits: { dunning: 'cancel', mode: 'flexible', draftTime: HOUR_S },
    steps: steps.toSorted((a, b) => a.day - b.day),
  }));

export const CALL_FAULT_PLANS = planEachFault(FIRST_SEED, STEPS);

/**
 * The first purchases of accounts that have no product yet, each lived through alone: a product is made once for each plan of an
 * account, too seldom to go wrong in each way where people share one.
 */
export const FIRST_PURCHASE_PLANS = planEachFault(
  FIRST_SEED + CALL_FAULTS.length,
  repeatHourly(1, 'buy', { choice: MONTH, times: 7 }),
);
