import { actInApp } from './act.ts';
import { createPromotionCodesAtStripe } from './codes.ts';
import { listActorAndHeirs, scheduleComparison } from './compare.ts';
import { checkAllChargesEnded, endAllChargesInApp } from './endings.ts';
import { compareFigures, type FigureDeviation } from './figures.ts';
import { HISTORY_DAYS, type HistoryPlan } from './plan.ts';
import { performStepAtStripe } from './strike.ts';
import {
  HISTORY_BEGIN_MS,
  createWorld,
  DAY_MS,
  type Deviation,
  HOUR_MS,
  MINUTE_MS,
  type World,
  type WorldOptions,
} from './world.ts';

export interface HistoriesResult {
  deviations: Deviation[];
  figures: FigureDeviation[];
  /** Calls that the model of Stripe does not know. */
  unknown: string[];
  openPoints: Map<string, number>;
  counts: { calls: number; events: number; checks: number; faults: number };
  stories: Map<number, string[]>;
}

/** The operator's offers: the first payment of a plan costs less for a time. */
async function openOffers({ site }: World): Promise<void> {
  const admin = await site.createPerson({ state: 'admin' });
  const day = (count: number) => new Date(HISTORY_BEGIN_MS + count * DAY_MS).toISOString();
  const offers = [
    { plan: 'monthly', percentOff: 40, startsAt: day(10), endsAt: day(60) },
    { plan: 'lifetime', percentOff: 25, startsAt: day(50), endsAt: day(120) },
    { plan: 'yearly', amountOffMinor: 1000, currency: 'EUR', startsAt: day(20), endsAt: day(150) },
  ];
  const onSale = { plan: 'trip', tag: null, onSale: true, was: { tag: null, onSale: false } };
  const opened = await admin.call('PUT /api/admin/pricing/plan', { body: onSale });
  if (opened.status !== 200) throw new Error(`The trip pass is answered ${opened.status}`);
  for (const offer of offers) {
    const body = { audience: 'everyone', usesPerPerson: 1, ...offer };
    const { status } = await admin.call('POST /api/admin/pricing/offers', { body });
    if (status !== 201) throw new Error(`An offer is answered ${status}`);
  }
}

/** Lets people live through some days with these plans, and compares the app with the truth all along. */
export async function runHistories(
  plans: readonly HistoryPlan[],
  options: WorldOptions = {},
): Promise<HistoriesResult> {
  const running = await createWorld(plans, options);
  const { world } = running;
  const end = HISTORY_BEGIN_MS + (options.days ?? HISTORY_DAYS) * DAY_MS;
  try {
    world.onChange = (actor) => {
      actor.lastChange = world.now();
      for (const one of listActorAndHeirs(actor))
        scheduleComparison(world, one, world.now() + HOUR_MS + MINUTE_MS);
    };
    await openOffers(world);
    await createPromotionCodesAtStripe(world);
    for (const actor of world.actors) {
      for (const step of actor.plan.steps)
        world.at(HISTORY_BEGIN_MS + step.day * DAY_MS, () =>
          running.as(actor, async () => {
            if (actor.isErased) return;
            if (!(await actInApp(running, actor, step))) performStepAtStripe(world, actor, step);
          }),
        );
      // Now and then, whatever happened.
      for (let week = 1; HISTORY_BEGIN_MS + week * 14 * DAY_MS < end; week++)
        world.at(HISTORY_BEGIN_MS + week * 14 * DAY_MS, () =>
          scheduleComparison(world, actor, world.now()),
        );
    }
    await running.runUntil(end);
    for (const actor of world.actors) scheduleComparison(world, actor, end + 30 * HOUR_MS);
    await running.runUntil(end + 60 * HOUR_MS);
    const figures = await compareFigures(world);
    for (const actor of world.actors)
      await running.as(actor, () => endAllChargesInApp(world, actor));
    await running.runUntil(end + 61 * HOUR_MS);
    for (const actor of world.actors) checkAllChargesEnded(world, actor);
    return {
      deviations: world.deviations,
      figures,
      unknown: [...new Set(world.server.unknown)],
      openPoints: world.openPoints,
      counts: world.counts,
      stories: new Map(world.actors.map(({ plan, story }) => [plan.seed, story])),
    };
  } finally {
    await running.close();
  }
}
