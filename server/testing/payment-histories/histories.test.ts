// @module-tag whole

import { describe, expect, it } from 'vitest';
import {
  EXPECTED_HAPPENINGS,
  listUntriedFaults,
  listUnusedOperations,
} from './expected-happenings.ts';
import { CALL_FAULT_DAYS, CALL_FAULT_PLANS, FIRST_PURCHASE_PLANS } from './call-fault-plans.ts';
import { formatDeviation, formatHappeningCounts, summariseHistories } from './report.ts';
import { runHistories } from './run.ts';
import type { HistoryPlan } from './plan.ts';
import { generateHistoryPlans, type WorldOptions } from './world.ts';

// What is true of each person is computed from Stripe's own books alone (oracle.ts). `npm run prove:payments` lives through
// 1,000 histories; HISTORY_SEED=7 looks at others.
const COUNT = Number(process.env['HISTORIES'] ?? '100');
const SEED = Number(process.env['HISTORY_SEED'] ?? '1');
/** How many people share one app and one Stripe. */
const TOGETHER = 50;

/** How the operators of the groups have set tax. */
const TAXES = ['automatic', 'txr_a_fifth', 'none'] as const;

const groups = Array.from({ length: Math.ceil(COUNT / TOGETHER) }, (_, index) => ({
  tax: TAXES[index % TAXES.length] ?? 'none',
  from: SEED + index * TOGETHER,
  count: Math.min(TOGETHER, COUNT - index * TOGETHER),
}));

const happened = new Map<string, number>();

async function liveThrough(plans: readonly HistoryPlan[], options: WorldOptions): Promise<void> {
  const result = await runHistories(plans, options);
  process.stdout.write(`${summariseHistories(result)}\n`);
  for (const [kind, count] of result.counts.happened)
    happened.set(kind, (happened.get(kind) ?? 0) + count);
  expect(result.unknown).toEqual([]);
  expect(result.deviations.map(formatDeviation)).toEqual([]);
  expect(result.figures).toEqual([]);
}

describe('200 days of people who buy, change, stop and give back passes, while calls and events go wrong', () => {
  it.each(groups)(
    'are told the truth: $count people from seed $from on, tax: $tax',
    ({ from, count, tax }) => liveThrough(generateHistoryPlans(from, count), { tax }),
  );

  it('are told the truth by an app of which each kind of call goes wrong in each way', () =>
    liveThrough(CALL_FAULT_PLANS, { days: CALL_FAULT_DAYS }));

  it.each(FIRST_PURCHASE_PLANS)(
    'are told the truth by an app that has sold nothing yet, where each kind of call is $firstFault',
    (plan) => liveThrough([plan], { days: 3 }),
  );

  // Fewer histories are lived through to look at one of them.
  it.runIf(COUNT >= 100)(
    'meet what a hundred histories have to meet: faults, steps and comparisons',
    () => {
      process.stdout.write(`${formatHappeningCounts(happened)}\n`);
      expect(EXPECTED_HAPPENINGS.filter((kind) => !happened.has(kind))).toEqual([]);
    },
  );

  it.runIf(COUNT >= 100)('meet every operation of Stripe that the app uses', () => {
    expect(listUnusedOperations(happened)).toEqual([]);
  });

  it('meet each way of going wrong with each kind of call', () => {
    expect(listUntriedFaults(happened)).toEqual([]);
  });
});
