import { describe, expect, it } from 'vitest';
import {
  EXPECTED_HAPPENINGS,
  listCallsThatNeverFailed,
  listUntriedFaults,
} from './expected-happenings.ts';
import { formatDeviation, formatHappeningCounts, summariseHistories } from './report.ts';
import { runHistories } from './run.ts';
import { generateHistoryPlans } from './world.ts';

// What is true of each person is computed from Stripe's own books alone (oracle.ts). `npm run prove:payments` lives through
// 1,000 histories; HISTORY_SEED=7 looks at others.
const COUNT = Number(process.env['HISTORIES'] ?? '100');
const SEED = Number(process.env['HISTORY_SEED'] ?? '1');
/** How many people share one app and one Stripe. */
const TOGETHER = 50;

const groups = Array.from({ length: Math.ceil(COUNT / TOGETHER) }, (_, index) => ({
  from: SEED + index * TOGETHER,
  count: Math.min(TOGETHER, COUNT - index * TOGETHER),
}));

const happened = new Map<string, number>();

describe('200 days of people who buy, change, stop and give back passes, while calls and events go wrong', () => {
  it.each(groups)(
    'are told the truth: $count people from seed $from on',
    async ({ from, count }) => {
      const result = await runHistories(generateHistoryPlans(from, count));
      process.stdout.write(`${summariseHistories(result)}\n`);
      for (const [kind, count] of result.counts.happened)
        happened.set(kind, (happened.get(kind) ?? 0) + count);
      expect(result.unknown).toEqual([]);
      expect(result.deviations.map(formatDeviation)).toEqual([]);
      expect(result.figures).toEqual([]);
    },
  );

  // Fewer histories are lived through to look at one of them.
  it.runIf(COUNT >= 100)(
    'meet what a hundred histories have to meet: faults, steps and comparisons',
    () => {
      const untried = listCallsThatNeverFailed(happened).join(', ');
      process.stdout.write(
        `${formatHappeningCounts(happened)}\n  calls that never went wrong: ${untried}\n  nor in these ways: ${listUntriedFaults(happened).join(', ')}\n`,
      );
      expect(EXPECTED_HAPPENINGS.filter((kind) => !happened.has(kind))).toEqual([]);
      if (COUNT >= 1000) expect(untried).toBe('');
    },
  );
});
