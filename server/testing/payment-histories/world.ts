import { retryFailedRefunds } from '#server/features/billing/alerts/writes.ts';
import { retryUnfinishedContractEnds } from '#server/features/billing/end-contract.ts';
import { retryUnfinishedErasures } from '#server/features/billing/erase-customer.ts';
import { type BillingProvider, createBillingProvider } from '#server/features/billing/service.ts';
import {
  retryUnfinishedWithdrawals,
  refundHeldWithdrawalsDue,
} from '#server/features/billing/withdraw-pass.ts';
import {
  deleteOldProviderEvents,
  syncAwaitedPayments,
  syncStaleCustomers,
} from '#server/features/billing/writes.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { type StripeAccount, createAccount } from '../stripe-model/account.ts';
import type { StripeEvent } from '../stripe-model/objects.ts';
import { createStripeModel, type CallFault, type StripeServer } from '../stripe-model/server.ts';
import { type Actor, createActor } from './actor.ts';
import { skipIdleReadings } from './idle.ts';
import { deliverEvent, isGuideEvent, planDeliveries, WEBHOOK_SECRET } from './deliveries.ts';
import { skipRetryPauses } from './hurry.ts';
import { generatePlan, type HistoryPlan } from './plan.ts';

export const HISTORY_BEGIN_MS = Date.UTC(2026, 0, 5, 9);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** How often queued jobs are run, where there are any. */
const JOBS_EVERY = 5 * MINUTE_MS;
const TASKS_EVERY = 6 * HOUR_MS;
/**
 * The server's tasks of every ten minutes (server/cleanup.ts) are run half an hour after something happens, and once a day:
 * each asks Stripe about whatever is open.
 */
const QUICK_EVERY = 30 * MINUTE_MS;
const QUICK = [
  syncAwaitedPayments,
  retryFailedRefunds,
  retryUnfinishedContractEnds,
  retryUnfinishedWithdrawals,
  retryUnfinishedErasures,
  refundHeldWithdrawalsDue,
];

/** A deviation of the app from the truth. */
export interface Deviation {
  seed: number;
  kind: string;
  day: number;
  app: unknown;
  truth: unknown;
  story: string[];
}

export interface World {
  site: TestApp;
  account: StripeAccount;
  server: StripeServer;
  actors: Actor[];
  deviations: Deviation[];
  /** What the rules left open, by reason. */
  openPoints: Map<string, number>;
  counts: { calls: number; events: number; checks: number; faults: number };
  now: () => number;
  /** Has something done at an instant (milliseconds). */
  at: (instant: number, run: () => Promise<void> | void) => void;
  say: (actor: Actor, sentence: string) => void;
  report: (actor: Actor, kind: string, app: unknown, truth: unknown) => void;
  /** Marks that the app has queued jobs, or may have. */
  expectJobs: () => void;
  onChange: (actor: Actor) => void;
}

/** Chooses what goes wrong with a call of the app about a person. */
function chooseFault({ calls, plan }: Actor): CallFault {
  if (!plan.hasFaults || !calls.happens(0.06)) return null;
  return calls.pick(['refused', 'failed', 'lost', 'unreached', 'limited'] as const);
}

const dayOf = (instant: number) => Math.floor((instant - HISTORY_BEGIN_MS) / DAY_MS);

/** How histories are lived through. */
export interface WorldOptions {
  /** How many days they last; 200 by default. */
  days?: number;
  /** Replaces calls of the app's provider by wrong ones, so that the oracle has something to find. */
  plant?: (payments: BillingProvider) => Partial<BillingProvider>;
  /** Whether the app's periodic tasks run, as they do by default. */
  runsTasks?: boolean;
  /** Whether every event is lost. */
  losesEvents?: boolean;
}

/** Starts the app, a Stripe, and people with these plans; nothing has happened yet. */
export async function createWorld(
  plans: readonly HistoryPlan[],
  { plant, runsTasks = true, losesEvents = false }: WorldOptions = {},
) {
  const queue: { at: number; order: number; run: () => Promise<void> | void }[] = [];
  let order = 0;
  let clock = () => new Date(HISTORY_BEGIN_MS);
  let current: Actor | null = null;
  let isRetryExpected = false;
  const account = createAccount(() => clock(), onEvent);
  const server = createStripeModel({
    account,
    chooseFault: ({ path, form }) => {
      const actor = findActor(`${path} ${decodeURIComponent(form)}`) ?? current;
      world.counts.calls += 1;
      const fault = actor && chooseFault(actor);
      isRetryExpected ||= fault === 'lost' || fault === 'unreached';
      if (actor && fault) {
        world.counts.faults += 1;
        world.say(actor, `(${path.replace('/v1/', '')}: ${fault})`);
      }
      return fault;
    },
  });
  const provider = createBillingProvider({
    secretKey: 'sk_live_of_the_model',
    webhookSecrets: [WEBHOOK_SECRET],
    fetch: server.fetch,
  });
  const payments = { ...provider, ...plant?.(provider) };
  const none = {
    requestsPerAddress: Infinity,
    requestsPerSession: Infinity,
    concurrentRequests: Infinity,
  };
  const site = await createTestApp({
    clock: new Date(HISTORY_BEGIN_MS),
    billing: 'stripe',
    payments,
    loadLimits: none,
  });
  clock = site.clock;
  const restoreTimers = skipRetryPauses(() => isRetryExpected);

  function findActor(text: string): Actor | null {
    const user = /metadata\[user\]=([\da-f-]{36})/.exec(text)?.[1];
    if (user !== undefined) return world.actors.find(({ own }) => own.id === user) ?? null;
    const customer = /cus_\w+/.exec(text)?.[0];
    const id = /sub_\w+/.exec(text)?.[0] ?? '';
    const subscription = account.subscriptions.get(id) ?? account.schedules.get(id);
    const session = account.sessions.get(/cs_live_\w+/.exec(text)?.[0] ?? '');
    const intent = account.intents.get(/pi_\w+/.exec(text)?.[0] ?? '');
    return findOwner(customer ?? subscription?.customer ?? session?.customer ?? intent?.customer);
  }
  function findOwner(customer: string | null | undefined): Actor | null {
    const user = account.customers.get(customer ?? '')?.metadata['user'];
    return world.actors.find(({ own }) => own.id === user) ?? null;
  }

  function onEvent(event: StripeEvent): void {
    const object = event.data.object as Record<string, unknown>;
    const charge = account.charges.get(String(object['charge']));
    const customer = object['object'] === 'customer' ? object['id'] : object['customer'];
    const actor = findOwner((customer as string | undefined) ?? charge?.customer);
    if (!actor) return;
    if (object['object'] === 'customer' && !actor.customers.has(String(object['id']))) {
      actor.customers.add(String(object['id']));
      account.habits.set(String(object['id']), actor.plan.habits);
    }
    world.onChange(actor);
    if (losesEvents) return;
    for (const delay of planDeliveries(actor.deliveries, actor.plan.hasFaults))
      world.at(world.now() + delay, () => deliverTo(actor, event));
  }

  async function deliverTo(actor: Actor, event: StripeEvent, tries = 0): Promise<void> {
    const status = await deliverEvent(site, event);
    world.counts.events += 1;
    if (status < 300) {
      if (isGuideEvent(event) && event.created * 1000 >= actor.lastChange - 1000)
        actor.lastNotice = world.now();
      world.expectJobs();
      expectQuick();
    } else if (tries < 10)
      world.at(world.now() + 5 * MINUTE_MS * 2 ** tries, () => deliverTo(actor, event, tries + 1));
  }

  let areJobsPlanned = false;
  let isQuickPlanned = false;
  function expectQuick(): void {
    if (isQuickPlanned || !runsTasks) return;
    isQuickPlanned = true;
    world.at(Math.ceil((world.now() + 1) / QUICK_EVERY) * QUICK_EVERY, async () => {
      isQuickPlanned = false;
      await runQuick();
    });
  }
  const world: World = {
    site,
    account,
    server,
    actors: [],
    deviations: [],
    openPoints: new Map(),
    counts: { calls: 0, events: 0, checks: 0, faults: 0 },
    now: () => site.clock().getTime(),
    at: (instant, run) => void queue.push({ at: instant, order: ++order, run }),
    say: (actor, sentence) => {
      const time = new Date(world.now()).toISOString().slice(11, 16);
      actor.story.push(`day ${dayOf(world.now())} ${time}: ${sentence}`);
    },
    report: (actor, kind, app, truth) => {
      if (actor.told.has(kind)) return;
      actor.told.add(kind);
      const { seed } = actor.plan;
      const day = dayOf(world.now());
      world.deviations.push({ seed, kind, day, app, truth, story: [...actor.story] });
    },
    expectJobs: () => {
      if (areJobsPlanned) return;
      areJobsPlanned = true;
      world.at(Math.ceil((world.now() + 1) / JOBS_EVERY) * JOBS_EVERY, async () => {
        areJobsPlanned = false;
        if ((await site.app.dependencies.jobs.readState()).waiting === 0) return;
        const outcomes = await site.runJobs();
        if (outcomes.some(({ outcome }) => outcome !== 'done')) world.expectJobs();
      });
    },
    onChange: () => undefined,
  };

  for (const plan of plans) {
    const actor = createActor(plan, await site.createPerson({ state: 'no_pass' }));
    world.actors.push(actor);
  }

  async function runQuick(): Promise<void> {
    const { dependencies } = site.app;
    // One that fails does not keep the others from running, and runs again the next time.
    for (const run of QUICK) await run(dependencies, site.clock()).catch(() => undefined);
  }

  function planTasks(instant: number): void {
    world.at(instant, async () => {
      const { dependencies } = site.app;
      isRetryExpected = false;
      await skipIdleReadings(site.db, world);
      // As `runPeriodicTasks` does: what fails is tried again ten minutes later.
      let failed = false;
      await syncStaleCustomers(dependencies, site.clock()).catch(() => (failed = true));
      if (failed) return planTasks(instant + 10 * MINUTE_MS);
      if (instant % (7 * DAY_MS) < TASKS_EVERY) {
        await deleteOldProviderEvents(site.db, site.clock());
        await refreshTotals(site.db, { now: site.clock(), livemode: true });
      }
      if (instant % DAY_MS < TASKS_EVERY) await runQuick();
      world.expectJobs();
      planTasks(Math.ceil((instant + 1) / TASKS_EVERY) * TASKS_EVERY + HOUR_MS);
    });
  }
  if (runsTasks) planTasks(Math.ceil(HISTORY_BEGIN_MS / TASKS_EVERY) * TASKS_EVERY + HOUR_MS);

  return {
    world,
    /** Does something as a person: calls that no id tells the owner of are theirs. */
    as: async (actor: Actor, run: () => Promise<void>) => {
      current = actor;
      await run();
      current = null;
      world.expectJobs();
      expectQuick();
    },
    /** Lets time pass until an instant (milliseconds). */
    async runUntil(end: number): Promise<void> {
      for (;;) {
        let next = queue[0];
        for (const one of queue)
          if (!next || one.at < next.at || (one.at === next.at && one.order < next.order))
            next = one;
        const due = account.nextDue();
        const instant = Math.min(due, next?.at ?? Infinity);
        if (instant > end) break;
        site.clock.set(new Date(Math.max(instant, world.now())));
        if (due <= instant) account.runDue();
        else if (next) {
          queue.splice(queue.indexOf(next), 1);
          await next.run();
        }
      }
      site.clock.set(new Date(end));
    },
    async close(): Promise<void> {
      restoreTimers();
      await site.close();
    },
  };
}

export type RunningWorld = Awaited<ReturnType<typeof createWorld>>;
export const generatePlans = (from: number, count: number): HistoryPlan[] =>
  Array.from({ length: count }, (_, index) => generatePlan(from + index));
