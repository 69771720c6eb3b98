import {
  alertOperatorOfPaymentProblems,
  retryFailedRefunds,
} from '#server/features/billing/alerts/writes.ts';
import { retryUnfinishedContractEnds } from '#server/features/billing/end-contract.ts';
import { retryUnfinishedErasures } from '#server/features/billing/erase-customer.ts';
import { fetchAndHandleLostEvents } from '#server/features/billing/stale/writes.ts';
import { retryUnfinishedGiftWithdrawals } from '#server/features/billing/gifts/withdraw-gift.ts';
import { sendRenewalReminders } from '#server/features/billing/notices/writes.ts';
import {
  retryUnfinishedWithdrawals,
  refundDueHeldWithdrawals,
} from '#server/features/billing/withdraw-pass.ts';
import {
  deleteOldProviderEvents,
  syncAwaitedPayments,
  syncStaleCustomers,
} from '#server/features/billing/writes.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { markIdleCustomersAsSynced } from './idle-customers.ts';
import { DAY_MS, HISTORY_BEGIN_MS, HOUR_MS, MINUTE_MS } from './times.ts';
import type { World } from './world.ts';

/** How often queued jobs are run, where there are any. */
const JOBS_EVERY = 5 * MINUTE_MS;
const TASKS_EVERY = 6 * HOUR_MS;
/**
 * The server's tasks of every ten minutes (server/periodic-tasks.ts) are run within twenty minutes of whatever happens, twice after
 * what a person does, and once a day: each asks Stripe about whatever is open.
 */
const QUICK_EVERY = 20 * MINUTE_MS;
/** How often they are run after something that a person does: for an hour. */
export const QUICK_TASK_RUNS = 2;
/** The same after a call that went wrong, until its customer is read again (RETRY_MS of readiness.ts). */
export const TRIES_AFTER_FAULT = 3;
/** The same after an event that is lost: until it is old enough to be looked for, is found, and what it calls for is done. */
const RUNS_AFTER_LOST_EVENT = 3;
const QUICK = [
  syncAwaitedPayments,
  fetchAndHandleLostEvents,
  retryFailedRefunds,
  retryUnfinishedContractEnds,
  retryUnfinishedWithdrawals,
  retryUnfinishedGiftWithdrawals,
  retryUnfinishedErasures,
  refundDueHeldWithdrawals,
];

/** A task that fails runs again the next time: but for a mistake of the program, which no call to Stripe explains. */
function throwMistake(error: unknown): void {
  const isMistake =
    error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  if (isMistake) throw error;
}

interface TaskOptions {
  runsTasks: boolean;
  /** Told before each reading of stale customers. */
  onPeriod: () => void;
}

/** Runs the server's jobs and periodic tasks in a world, where there may be something for them to do. */
export function createTaskRunner(world: World, { runsTasks, onPeriod }: TaskOptions) {
  const { site } = world;
  let areJobsPlanned = false;
  let quickLeft = 0;

  async function runQuick(): Promise<void> {
    const { dependencies } = site.app;
    for (const run of QUICK) await run(dependencies, site.clock()).catch(throwMistake);
    expectJobs();
  }

  function planQuick(): void {
    world.at(Math.ceil((world.now() + 1) / QUICK_EVERY) * QUICK_EVERY, async () => {
      await runQuick();
      quickLeft -= 1;
      if (quickLeft > 0) planQuick();
    });
  }

  function expectQuick(times = 1): void {
    if (!runsTasks) return;
    const isPlanned = quickLeft > 0;
    quickLeft = Math.max(quickLeft, times);
    if (!isPlanned) planQuick();
  }

  function expectJobs(): void {
    if (areJobsPlanned) return;
    areJobsPlanned = true;
    world.at(Math.ceil((world.now() + 1) / JOBS_EVERY) * JOBS_EVERY, async () => {
      areJobsPlanned = false;
      if ((await site.app.dependencies.jobs.readState()).waiting === 0) return;
      const outcomes = await site.runJobs();
      if (outcomes.some(({ outcome }) => outcome !== 'done')) expectJobs();
    });
  }

  function planTasks(instant: number): void {
    world.at(instant, async () => {
      const { dependencies } = site.app;
      onPeriod();
      await markIdleCustomersAsSynced(site.db, world);
      // As `runPeriodicTasks` does: what fails is tried again ten minutes later.
      let failed = false;
      await syncStaleCustomers(dependencies, site.clock()).catch((error: unknown) => {
        throwMistake(error);
        failed = true;
      });
      if (failed) return planTasks(instant + 10 * MINUTE_MS);
      if (instant % (7 * DAY_MS) < TASKS_EVERY) {
        await deleteOldProviderEvents(site.db, site.clock());
        await refreshTotals(site.db, { now: site.clock(), livemode: true });
      }
      if (instant % DAY_MS < TASKS_EVERY) {
        await runQuick();
        await sendRenewalReminders(dependencies, site.clock());
        await alertOperatorOfPaymentProblems(dependencies, site.clock());
      }
      expectJobs();
      planTasks(Math.ceil((instant + 1) / TASKS_EVERY) * TASKS_EVERY + HOUR_MS);
    });
  }
  if (runsTasks) planTasks(Math.ceil(HISTORY_BEGIN_MS / TASKS_EVERY) * TASKS_EVERY + HOUR_MS);

  return {
    expectJobs,
    /** Has the tasks of every ten minutes run so many times from now on. */
    expectQuick,
    /** The same until an event is found that does not come, or comes late. */
    expectSearch: () => expectQuick(RUNS_AFTER_LOST_EVENT),
  };
}
