import { actInApp } from './act.ts';
import { makeCodes } from './codes.ts';
import { heirsOf, planCheck } from './compare.ts';
import { checkEnds, endAll } from './endings.ts';
import { compareFigures, type FigureDeviation } from './figures.ts';
import { DAYS, type Plan } from './plan.ts';
import { strike } from './strike.ts';
import {
  BEGIN,
  createWorld,
  DAY,
  type Deviation,
  HOUR,
  MINUTE,
  type World,
  type WorldOptions,
} from './world.ts';

export interface Result {
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
  const day = (count: number) => new Date(BEGIN + count * DAY).toISOString();
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
  plans: readonly Plan[],
  options: WorldOptions = {},
): Promise<Result> {
  const running = await createWorld(plans, options);
  const { world } = running;
  const end = BEGIN + (options.days ?? DAYS) * DAY;
  try {
    world.onChange = (actor) => {
      actor.lastChange = world.now();
      for (const one of heirsOf(actor)) planCheck(world, one, world.now() + HOUR + MINUTE);
    };
    await openOffers(world);
    await makeCodes(world);
    for (const actor of world.actors) {
      for (const step of actor.plan.steps)
        world.at(BEGIN + step.day * DAY, () =>
          running.as(actor, async () => {
            if (actor.isErased) return;
            if (!(await actInApp(running, actor, step))) strike(world, actor, step);
          }),
        );
      // Now and then, whatever happened.
      for (let week = 1; BEGIN + week * 14 * DAY < end; week++)
        world.at(BEGIN + week * 14 * DAY, () => planCheck(world, actor, world.now()));
    }
    await running.runUntil(end);
    for (const actor of world.actors) planCheck(world, actor, end + 30 * HOUR);
    await running.runUntil(end + 60 * HOUR);
    const figures = await compareFigures(world);
    for (const actor of world.actors) await running.as(actor, () => endAll(world, actor));
    await running.runUntil(end + 61 * HOUR);
    for (const actor of world.actors) checkEnds(world, actor);
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
