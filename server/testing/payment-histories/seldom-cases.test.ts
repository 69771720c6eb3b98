import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../stripe-model/account.ts';
import type { HistoryPlan, HistoryStep } from './plan.ts';
import { formatDeviation } from './report.ts';
import { runHistories } from './run.ts';

// What chance seldom brings together, and the terms speak of.

/** What chance makes of a purchase: a plan paid at once, without a code, with FREE, or by a debit that arrives days later. */
const MONTH = 15;
const FREE_MONTH = 100;
const FREE_YEAR = 530;
const DEBITED_MONTH = 71;
const LIFETIME = 24;
/** The same of a step that buys a lifetime pass, and of one that buys a gift. */
const LIFETIME_PAID = 2;

type Steps = [day: number, kind: HistoryStep['kind'], choice?: number][];

const CASES: Record<string, Steps> = {
  'a withdrawal from what a code made free is no first one': [
    [1, 'buy', FREE_MONTH],
    [3, 'give back'],
    [5, 'buy'],
    [7, 'give back'],
  ],
  'a year that a code made free can be withdrawn from': [
    [1, 'buy', FREE_YEAR],
    [9, 'give back'],
  ],
  'the money of a second withdrawal is on its way within seven days': [
    [1, 'buy'],
    [3, 'give back'],
    [5, 'buy', LIFETIME],
    [7, 'give back'],
  ],
  'the money of a gift goes back straight away, also after another withdrawal': [
    [1, 'buy'],
    [3, 'give back'],
    [5, 'buy a gift'],
    [7, 'give a gift back'],
  ],
  'what a bank held of a second withdrawal goes back once it decides for the studio': [
    [1, 'buy'],
    [2, 'give back'],
    [3, 'buy', LIFETIME],
    [4, 'give back'],
    [5, 'the bank disputes'],
    [13, 'the dispute is won'],
  ],
  'what a bank held of a pass that the operator ended goes back once it decides for the studio': [
    [1, 'buy', LIFETIME],
    [3, 'the bank disputes'],
    [5, 'the operator refunds in the studio'],
    [9, 'the dispute is won'],
  ],
  'what a bank held of a gift that the operator refunded goes back once it decides for the studio':
    [
      [1, 'buy a gift'],
      [2, 'redeem a gift'],
      [3, 'the bank disputes'],
      [5, 'the operator refunds a gift'],
      [9, 'the dispute is won'],
    ],
  'a gift that the operator refunded gives nothing while its refund comes back': [
    [1, 'buy a gift'],
    [2, 'redeem a gift'],
    [5, 'the operator refunds a gift'],
    [9, 'the last refund fails'],
  ],
  'a debit that arrives for a subscription that has ended goes back': [
    [1, 'buy', DEBITED_MONTH],
    [2, 'the operator ends the subscription'],
  ],
  'a year and a month that a lifetime pass took over are there again': [
    [1, 'buy'],
    [3, 'go to yearly'],
    [5, 'buy lifetime', LIFETIME_PAID],
    [9, 'the operator refunds all'],
  ],
  'a refund comes back after the operator has deleted the customer': [
    [1, 'buy', LIFETIME],
    [3, 'give back'],
    [5, 'the operator deletes the customer'],
    [9, 'the last refund fails'],
  ],
};

let seeds = 200_000;
const plan = (steps: Steps): HistoryPlan => ({
  seed: ++seeds,
  currency: 'EUR',
  hasFaults: false,
  habits: { dunning: 'cancel', mode: 'flexible', draftTime: HOUR_S },
  steps: steps.map(([day, kind, choice = MONTH]) => ({ day, kind, choice })),
});

async function expectTruth(steps: Steps): Promise<void> {
  const { deviations, figures } = await runHistories([plan(steps)], { days: 24 });
  expect([deviations.map(formatDeviation), figures]).toEqual([[], []]);
}

describe('what chance seldom brings together', () => {
  it.each(Object.entries(CASES))('is told the truth: %s', (_, steps) => expectTruth(steps));
});
