// @module-tag whole

import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../stripe-model/account.ts';
import type { HistoryPlan, HistoryStep } from './plan.ts';
import { formatDeviation } from './report.ts';
import { runHistories } from './run.ts';

// What begins after more than the 200 days of the other histories: years that renew, are stopped, go on monthly or end, and a second
// withdrawal a year after the first.

const MONTH = 15;
const YEAR = 11;
/** A year that is paid at once with the code YEARLESS, which lowers "the first payment only" (terms). */
const CHEAPER_YEAR = 468;
/** Of four people one stops without signing in. */
const UNSIGNED = 4;

type Steps = [day: number, kind: HistoryStep['kind'], choice?: number][];

const CASES: Record<string, Steps> = {
  'a year renews for its price, though a code had lowered the first payment': [
    [1, 'buy', CHEAPER_YEAR],
    [372, 'look'],
  ],
  'a year that was stopped without signing in is not charged again': [
    [1, 'buy', YEAR],
    [200, 'stop in the app', UNSIGNED],
    [372, 'look'],
  ],
  'a year that goes on monthly is charged the price of a month': [
    [1, 'buy', YEAR],
    [330, 'go on monthly'],
    [372, 'look'],
    [398, 'look'],
  ],
  'a renewal that the bank declines is paid by hand': [
    [1, 'buy', YEAR],
    [300, 'the bank starts to decline'],
    [369, 'the bank pays again'],
    [369.5, 'pay the open invoice'],
    [376, 'look'],
  ],
  'a year that has renewed cannot be withdrawn from, and is stopped for the year after': [
    [1, 'buy', YEAR],
    [368, 'give back'],
    [370, 'stop in the app'],
    [376, 'look'],
  ],
  'a year after the first withdrawal the second goes back straight away': [
    [1, 'buy', MONTH],
    [3, 'give back'],
    [370, 'buy', MONTH],
    [372, 'give back'],
  ],
};

const DAYS = 400;

const plans = Object.values(CASES).map((steps, index): HistoryPlan => ({
  seed: 300_001 + index,
  currency: 'EUR',
  hasFaults: false,
  habits: { dunning: 'cancel', mode: index % 2 === 0 ? 'flexible' : 'classic', draftTime: HOUR_S },
  steps: steps.map(([day, kind, choice = MONTH]) => ({ day, kind, choice })),
}));

describe('people who stay for more than a year', () => {
  it(`are told the truth: ${Object.keys(CASES).join('; ')}`, async () => {
    const { deviations, figures, unknown, counts } = await runHistories(plans, { days: DAYS });
    expect([deviations.map(formatDeviation), figures, unknown]).toEqual([[], [], []]);
    expect(counts.happened.get('a year is charged again')).toBe(3);
    expect(counts.happened.get('a reminder is looked at')).toBeGreaterThanOrEqual(3);
  });
});
