import { afterEach, beforeEach, expect, it } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { createLog } from '#server/log.ts';
import { performStepIfInApp } from './app-steps.ts';
import { generateHistoryPlan } from './plan.ts';
import { DAY_MS, HISTORY_BEGIN_MS } from './times.ts';
import { createWorld, type RunningWorld } from './world.ts';

// What the operator's log says of a task that meets several faults, seen from outside.

let running: RunningWorld;
/** What goes wrong with each reading of a customer, in the order of the readings. */
let faults: string[] | null = null;

beforeEach(async () => {
  const plans = [1, 2, 3].map((seed) => ({
    ...generateHistoryPlan(seed),
    hasFaults: false,
    steps: [],
  }));
  running = await createWorld(plans, {
    plant: ({ readCustomer }) => ({
      readCustomer: (id) => {
        if (!faults) return readCustomer(id);
        faults.push(`fault_${faults.length + 1}`);
        return Promise.reject(Object.assign(new Error('nothing'), { code: faults.at(-1) }));
      },
    }),
  });
});
afterEach(async () => {
  faults = null;
  await running.close();
});

it('tells of every customer who cannot be read, not of the last alone', async () => {
  const { world } = running;
  for (const actor of world.actors)
    await running.as(actor, async () => {
      await performStepIfInApp(running, actor, { day: 1, kind: 'buy', choice: 15 });
    });
  await running.runUntil(HISTORY_BEGIN_MS + 3 * DAY_MS);
  world.site.clock.set(new Date(HISTORY_BEGIN_MS + 6 * DAY_MS));
  const lines: string[] = [];
  const log = createLog({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
  faults = [];
  await runPeriodicTasks({ ...world.site.app.dependencies, log });
  expect(faults.length).toBeGreaterThan(2);
  expect(faults.filter((code) => !lines.some((line) => line.includes(code)))).toEqual([]);
});
