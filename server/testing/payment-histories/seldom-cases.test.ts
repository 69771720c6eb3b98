// @module-tag whole

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
const YEAR = 11;
/** The same of a step that buys a lifetime or a trip pass, by card or by a debit that arrives days later. */
const LIFETIME_PAID = 2;
const TRIP_PAID = 2;
const TRIP_DEBITED = 16;
/** The same of pages that are open in two tabs and are both paid at once. */
const LIFETIME_AND_TRIP = 745;
const MONTH_GIFT = 15;

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
  'what was paid in two currencies goes back in each': [
    [1, 'buy'],
    [5, 'buy in another currency', LIFETIME],
    [7, 'give back'],
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
  'a refund that comes back four times is told to the operator': [
    [1, 'buy', LIFETIME],
    [3, 'the operator refunds all'],
    [5, 'the last refund fails'],
    [7, 'the last refund fails'],
    [9, 'the last refund fails'],
    [11, 'the last refund fails'],
  ],
  'what is paid for a pass that dunning has ended goes back': [
    [1, 'buy'],
    [20, 'the bank starts to decline'],
    [45, 'pay the open invoice'],
  ],
  'a subscription that Stripe pauses after the last failure gives access once it is paid': [
    [1, 'buy'],
    [20, 'the bank starts to decline'],
    [45, 'the bank pays again'],
    [45.5, 'pay the open invoice'],
    [70, 'look'],
  ],
  'a refund is made once its dispute is won, whatever Stripe had answered before': [
    [1, 'buy', LIFETIME],
    [3, 'the bank disputes'],
    [3.2, 'the operator refunds in the studio'],
    [3.6, 'the dispute is won'],
  ],
  'a refund comes back after the operator has deleted the customer': [
    [1, 'buy', LIFETIME],
    [3, 'give back'],
    [5, 'the operator deletes the customer'],
    [9, 'the last refund fails'],
  ],
  'a month that Stripe still collects is not paid beside the year that took its place': [
    [1, 'buy'],
    [20, 'the bank starts to decline'],
    [33.5, 'change the card in the portal'],
    [33.6, 'go to yearly'],
    [38, 'look'],
  ],
  'what Stripe still collects of a stopped month is not paid beside the next one': [
    [1, 'buy'],
    [20, 'the bank starts to decline'],
    [33.2, 'stop in the portal'],
    [33.5, 'the bank pays again'],
    [34, 'buy'],
    [38, 'look'],
  ],
  'a trip pass whose debit was on its way is not paid twice': [
    [1, 'buy trip', TRIP_DEBITED],
    [3, 'buy trip', TRIP_PAID],
    [9, 'look'],
  ],
  'a trip pass is not paid beside a lifetime pass': [
    [1, 'buy in two tabs', LIFETIME_AND_TRIP],
    [4, 'look'],
  ],
  'what is stopped half an hour before its renewal is not charged': [
    [1, 'buy'],
    [31.98, 'stop in the app'],
    [34, 'look'],
  ],
  'what is withdrawn from goes back after a bank has taken back another payment': [
    [1, 'buy', LIFETIME],
    [3, 'the bank disputes'],
    [9, 'the dispute is lost'],
    [20, 'buy'],
    [22, 'give back'],
  ],
  'what was given back in part can be withdrawn from': [
    [1, 'buy', YEAR],
    [4, 'the operator refunds a part'],
    [6, 'give back'],
  ],
  'what a bank has asked about can be withdrawn from': [
    [1, 'buy', YEAR],
    [2, 'the bank asks about a payment'],
    [4, 'the dispute is won'],
    [6, 'give back'],
  ],
  'what a bank held can be withdrawn from once it decides for the studio': [
    [1, 'buy', YEAR],
    [2, 'the bank disputes'],
    [4, 'the dispute is won'],
    [6, 'give back'],
  ],
  'a trip pass can be withdrawn from beside a month': [
    [1, 'buy trip', TRIP_PAID],
    [3, 'buy'],
    [6, 'look'],
  ],
  'what a lifetime pass took over goes back with it as money': [
    [1, 'buy', YEAR],
    [20, 'buy lifetime', LIFETIME_PAID],
    [23, 'give back'],
  ],
  'what a year had taken over goes back with the lifetime pass that took over the year': [
    [1, 'buy'],
    [2, 'go to yearly'],
    [20, 'buy lifetime', LIFETIME_PAID],
    [23, 'give back'],
  ],
  'what a year had taken over goes back though the month would be over': [
    [1, 'buy'],
    [2, 'go to yearly'],
    [40, 'buy lifetime', LIFETIME_PAID],
    [43, 'give back'],
  ],
  'a month goes back with the year that it became minutes before': [
    [1, 'buy'],
    [2, 'go to yearly'],
    [2.007, 'give back'],
  ],
  'a gift and a month of the same price go back, each by itself': [
    [1, 'buy'],
    [2, 'buy a gift', MONTH_GIFT],
    [10, 'give back'],
    [10.007, 'give a gift back'],
  ],
  'a trip pass can be withdrawn from beside a lifetime pass': [
    [1, 'buy trip', TRIP_PAID],
    [3, 'buy lifetime', LIFETIME_PAID],
    [6, 'look'],
  ],
  'what is stopped while the draft of its renewal waits is not charged': [
    [1, 'buy'],
    [32.02, 'stop in the app'],
    [34, 'look'],
  ],
  'what is paid for a month that is over goes back': [
    [1, 'buy'],
    [20, 'the bank starts to decline'],
    [69.9, 'the bank pays again'],
    [70, 'pay the oldest open invoice'],
  ],
  'a gift waits for a pass that goes on after all': [
    [1, 'buy'],
    [5, 'stop in the portal'],
    [6, 'buy a gift', MONTH_GIFT],
    [6.5, 'redeem a gift'],
    [10, 'renew again in the portal'],
    [40, 'stop in the app'],
    [70, 'look'],
  ],
  'what a bank held of a pass that the operator ended goes back once it decides for the studio': [
    [1, 'buy', LIFETIME],
    [3, 'the bank disputes'],
    [5, 'the operator refunds in the studio'],
    [9, 'the dispute is won'],
  ],
};

/** What becomes of a renewal that stays unpaid: the end, but where a case is of something else. */
function findDunning(steps: Steps): HistoryPlan['habits']['dunning'] {
  if (steps.some(([, kind]) => kind === 'pay the oldest open invoice')) return 'past_due';
  return steps.some(([, kind]) => kind === 'pay the open invoice') &&
    steps.some(([, kind]) => kind === 'the bank pays again')
    ? 'pause'
    : 'cancel';
}

let seeds = 200_000;
const plan = (steps: Steps): HistoryPlan => ({
  seed: ++seeds,
  currency: 'EUR',
  hasFaults: false,
  habits: {
    dunning: findDunning(steps),
    mode: 'flexible',
    draftTime: HOUR_S,
  },
  steps: steps.map(([day, kind, choice = MONTH]) => ({ day, kind, choice })),
});

async function expectTruth(steps: Steps): Promise<void> {
  const days = Math.max(24, Math.ceil(steps.at(-1)?.[0] ?? 0) + 4);
  const { deviations, figures } = await runHistories([plan(steps)], { days });
  expect([deviations.map(formatDeviation), figures]).toEqual([[], []]);
}

describe('what chance seldom brings together', () => {
  it.each(Object.entries(CASES))('is told the truth: %s', (_, steps) => expectTruth(steps));
});
