import { type BillingProvider, createBillingProvider } from '#server/features/billing/service.ts';
import type { TaxSetting } from '#server/features/billing/settings/policy.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { type StripeAccount, createStripeAccount } from '../stripe-model/account.ts';
import type { StripeEvent } from '../stripe-model/objects.ts';
import {
  CALL_FAULTS,
  createInProcessStripe,
  type InProcessStripe,
} from '../stripe-model/server.ts';
import { type Actor, createActor } from './actor.ts';
import {
  chooseFault,
  chooseFaultOfCallAboutNobody,
  getCallKind,
  UNANSWERED,
} from './call-faults.ts';
import {
  deliverEvent,
  isEventNamedInStripeGuides,
  computeDeliveryDelaysMs,
  WEBHOOK_SECRET,
} from './deliveries.ts';
import { skipRetryPauses } from './retry-pauses.ts';
import { DAY_MS, HISTORY_BEGIN_MS, MINUTE_MS } from './times.ts';
import { createTaskRunner, QUICK_TASK_RUNS, TRIES_AFTER_FAULT } from './task-runner.ts';
import { generateHistoryPlan, type HistoryPlan } from './plan.ts';

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
  server: InProcessStripe;
  actors: Actor[];
  deviations: Deviation[];
  /** What the app makes of each point that the sources leave open, by whom it was met. */
  decisions: Map<string, Map<boolean, number[]>>;
  counts: WorldCounts;
  now: () => number;
  /** Has something done at an instant (milliseconds). */
  at: (instant: number, run: () => Promise<void> | void) => void;
  say: (actor: Actor, sentence: string) => void;
  report: (actor: Actor, kind: string, app: unknown, truth: unknown) => void;
  /** Counts what happened, so that a test can hold that it did. */
  count: (kind: string) => void;
  /** Notes what the app makes of a point that the sources leave open: the same for all people, or it is a deviation. */
  noteDecision: (actor: Actor, point: string, decision: boolean) => void;
  /** Marks that the app has queued jobs, or may have. */
  expectJobs: () => void;
  /** Has the tasks of every ten minutes run, where time alone gives them something to do. */
  expectQuickTasks: () => void;
  onChange: (actor: Actor, event: StripeEvent) => void;
}

export interface WorldCounts {
  calls: number;
  events: number;
  checks: number;
  faults: number;
  happened: Map<string, number>;
}

const getHistoryDay = (instant: number) => Math.floor((instant - HISTORY_BEGIN_MS) / DAY_MS);

/** How histories are lived through. */
export interface WorldOptions {
  /** How many days they last; 200 by default. */
  days?: number;
  /** Replaces calls of the app's provider by wrong ones, so that the oracle has something to find. */
  plant?: (payments: BillingProvider) => Partial<BillingProvider>;
  /** Whether the app's periodic tasks run, as they do by default. */
  runsTasks?: boolean;
  /** How Stripe is asked to compute tax; not at all by default. */
  tax?: TaxSetting;
  losesEvents?: boolean;
}

/** Starts the app, a Stripe, and people with these plans; nothing has happened yet. */
export async function createWorld(
  plans: readonly HistoryPlan[],
  { plant, runsTasks = true, losesEvents = false, tax = 'none' }: WorldOptions = {},
) {
  const queue: { at: number; order: number; run: () => Promise<void> | void }[] = [];
  let order = 0;
  let clock = () => new Date(HISTORY_BEGIN_MS);
  let current: Actor | null = null;
  let isRetryExpected = false;
  const account = createStripeAccount(() => clock(), onEvent);
  const server = createInProcessStripe({
    account,
    chooseFault: ({ method, path, form }) => {
      const actor = findActor(`${path} ${decodeURIComponent(form)}`) ?? current;
      world.counts.calls += 1;
      const name = getCallKind(method, path);
      const untried = CALL_FAULTS.filter((one) => !world.counts.happened.has(`${name} is ${one}`));
      const before = world.counts.happened.get(name) ?? 0;
      const fault = actor
        ? chooseFault(actor, method, name, untried)
        : chooseFaultOfCallAboutNobody(name, before, untried);
      world.count(name);
      if (!fault) return null;
      isRetryExpected ||= UNANSWERED.has(fault);
      world.counts.faults += 1;
      world.count(`a call is ${fault}`);
      world.count(`${name} is ${fault}`);
      tasks.expectQuick(TRIES_AFTER_FAULT);
      if (actor) {
        actor.faults += 1;
        actor.failedCalls.add(name);
        actor.lastFault = world.now();
        world.say(actor, `(${path.replace('/v1/', '')}: ${fault})`);
      }
      return fault;
    },
  });
  const provider = createBillingProvider({
    secretKey: 'sk_live_of_the_model',
    webhookSecrets: [WEBHOOK_SECRET],
    fetch: server.fetch,
    tax,
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
    const charge = account.charges.get(/ch_\w+/.exec(text)?.[0] ?? '');
    const invoice = account.invoices.get(/in_\w+/.exec(text)?.[0] ?? '');
    const owned = subscription ?? session ?? intent ?? charge ?? invoice;
    return findOwner(customer ?? owned?.customer);
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
    world.onChange(actor, event);
    if (losesEvents) return tasks.expectSearch();
    const { fate, delays } = computeDeliveryDelaysMs(actor.deliveries, actor.plan.hasFaults);
    world.count(`an event comes ${fate}`);
    // Every ten minutes the server looks by itself, also where no word comes.
    if (fate === 'never' || fate === 'late') tasks.expectSearch();
    for (const delay of delays) world.at(world.now() + delay, () => deliverTo(actor, event));
  }

  async function deliverTo(actor: Actor, event: StripeEvent, tries = 0): Promise<void> {
    const status = await deliverEvent(site, event);
    world.counts.events += 1;
    if (status < 300) {
      if (event.created < actor.lastDelivered) world.count('an event comes after a later one');
      actor.lastDelivered = Math.max(actor.lastDelivered, event.created);
      if (isEventNamedInStripeGuides(event) && event.created * 1000 >= actor.lastChange - 1000)
        actor.lastNotice = world.now();
      world.expectJobs();
      tasks.expectQuick();
    } else if (tries < 10)
      world.at(world.now() + 5 * MINUTE_MS * 2 ** tries, () => deliverTo(actor, event, tries + 1));
  }

  const world: World = {
    site,
    account,
    server,
    actors: [],
    deviations: [],
    decisions: new Map(),
    counts: { calls: 0, events: 0, checks: 0, faults: 0, happened: new Map() },
    now: () => site.clock().getTime(),
    at: (instant, run) => void queue.push({ at: instant, order: ++order, run }),
    say: (actor, sentence) => {
      const time = new Date(world.now()).toISOString().slice(11, 16);
      actor.story.push(`day ${getHistoryDay(world.now())} ${time}: ${sentence}`);
    },
    report: (actor, kind, app, truth) => {
      if (actor.told.has(kind)) return;
      actor.told.add(kind);
      const { seed } = actor.plan;
      const day = getHistoryDay(world.now());
      world.deviations.push({ seed, kind, day, app, truth, story: [...actor.story] });
    },
    count: (kind) => {
      const { happened } = world.counts;
      happened.set(kind, (happened.get(kind) ?? 0) + 1);
    },
    noteDecision: ({ plan: { seed } }, point, decision) => {
      const answers = world.decisions.get(point) ?? new Map<boolean, number[]>();
      world.decisions.set(point, answers.set(decision, [...(answers.get(decision) ?? []), seed]));
    },
    expectJobs: () => tasks.expectJobs(),
    expectQuickTasks: () => tasks.expectQuick(),
    onChange: () => undefined,
  };

  for (const plan of plans) {
    const actor = createActor(plan, await site.createPerson({ state: 'no_pass' }));
    world.actors.push(actor);
  }

  const tasks = createTaskRunner(world, {
    runsTasks,
    onPeriod: () => {
      isRetryExpected = false;
    },
  });

  return {
    world,
    /** Does something as a person: calls that no id tells the owner of are theirs. */
    as: async (actor: Actor, run: () => Promise<void>) => {
      current = actor;
      await run();
      current = null;
      world.expectJobs();
      tasks.expectQuick(QUICK_TASK_RUNS);
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
export const generateHistoryPlans = (from: number, count: number): HistoryPlan[] =>
  Array.from({ length: count }, (_, index) => generateHistoryPlan(from + index));
