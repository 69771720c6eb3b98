import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { v7 } from 'uuid';
import { users } from '#server/features/account/table.ts';
import { createHistoryRunner, HISTORY_ARBITRARY } from '#server/testing/stripe/histories.ts';
import { openSite } from './site.ts';

// 10,000 random histories of customers, their events shuffled, doubled and dropped: the access that is stored equals the one
// that an independent oracle computes. `node bench/histories.bench.ts 2500 7`: so many, of that seed.

const [count = '10000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const AT_ONCE = 8;

const site = await openSite();
const { db } = site.database;
const play = createHistoryRunner(site.app.dependencies, async () => {
  const id = v7();
  await db.insert(users).values({
    id,
    provider: 'builtin',
    subject: id,
    name: 'Amelia',
    email: `${id}@example.com`,
    signUpMethod: 'email',
    preferredLanguage: 'en',
    onboardingComplete: true,
  });
  return id;
});

const began = performance.now();
const histories = fc.sample(HISTORY_ARBITRARY, { numRuns: Number(count), seed: Number(seed) });
// One queue for all who work at it.
const queue = histories.entries();
let wrong = 0;
async function work(): Promise<void> {
  for (const [index, history] of queue) {
    const { stored, expected } = await play(history);
    if (isDeepStrictEqual(stored, expected)) continue;
    wrong += 1;
    const found = JSON.stringify({ stored, expected, history });
    process.stdout.write(`seed ${seed}, history ${index}: ${found}\n`);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
const seconds = Math.round((performance.now() - began) / 1000);
const steps = histories.reduce((sum, history) => sum + history.length, 0);
process.stdout.write(
  `seed ${seed}: ${count} histories of ${steps} steps in ${seconds} s, ${wrong} with another access than the oracle's\n`,
);
await site.close();
process.exitCode = wrong === 0 ? 0 : 1;
