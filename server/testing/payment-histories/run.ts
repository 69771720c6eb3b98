import { sql } from 'drizzle-orm';
import type { Charge, Invoice, StripeEvent, Subscription } from '../stripe-model/objects.ts';
import { performStepIfInApp } from './app-steps.ts';
import type { Actor } from './actor.ts';
import { createPromotionCodesInStudioAndAtStripe } from './promotion-codes.ts';
import { listActorAndGiftRecipients, scheduleComparison } from './compare.ts';
import { checkNothingPaidTwice } from './double-payments.ts';
import { checkAllChargesEnded, checkOneCustomer, endAllChargesInApp } from './endings.ts';
import {
  compareFiguresWithTruth,
  type FigureDeviation,
  scheduleFigureComparisons,
} from './figures.ts';
import { scheduleAccessCheckAfterPayment } from './invariants.ts';
import { HISTORY_DAYS, type HistoryPlan } from './plan.ts';
import { scheduleReminderCheck } from './reminders.ts';
import { compareRenewalWithShownCharge } from './shown-charges.ts';
import { performStepAtStripe } from './stripe-steps.ts';
import { checkInvoicesAreTaxed } from './taxes.ts';
import { moveWaitingGifts } from './waiting-gifts.ts';
import {
  computeWithdrawalDeadlineSeconds,
  DAY_MS,
  HISTORY_BEGIN_MS,
  HOUR_MS,
  MINUTE_MS,
} from './times.ts';
import {
  createWorld,
  type Deviation,
  type World,
  type WorldCounts,
  type WorldOptions,
} from './world.ts';

export interface HistoriesResult {
  deviations: Deviation[];
  figures: FigureDeviation[];
  /** Calls that the model of Stripe does not know. */
  unknown: string[];
  /** What the app makes of each point that the sources leave open, with the seeds of the people it met. */
  decisions: World['decisions'];
  counts: WorldCounts;
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

/** Sessions end thirty days after the real today, which long histories outlive: theirs don't. */
async function keepSessions({ site }: World): Promise<void> {
  await site.db.execute(sql`create function keep_session() returns trigger language plpgsql as
    $$ begin new.expires_at := '2030-01-01'; return new; end $$`);
  await site.db.execute(
    sql`create trigger keep_session before insert on auth_sessions for each row execute function keep_session()`,
  );
  await site.db.execute(sql`update auth_sessions set expires_at = '2030-01-01'`);
}

/** How many days are between comparisons of a person about whom nothing is new. */
const WEEK = 7;
const FIGURES_EVERY = 15 * DAY_MS;
/** The studio shows the figures of a year at most. */
const LONGEST_FIGURES = 340 * DAY_MS;

/** Counts how renewals that stay unpaid end. */
function countDunningOutcome(world: World, { plan }: Actor, { type, data }: StripeEvent): void {
  if (type === 'customer.subscription.deleted') {
    const { reason } = (data.object as Subscription).cancellation_details;
    if (reason === 'payment_failed') world.count('dunning ends with cancel');
  }
  if (type === 'customer.subscription.updated' && (data.object as Subscription).status === 'unpaid')
    world.count('dunning ends with unpaid');
  if (type === 'customer.subscription.paused') world.count('dunning ends with pause');
  if (type !== 'invoice.payment_failed' || plan.habits.dunning !== 'past_due') return;
  const { attempt_count: attempts, billing_reason } = data.object as Invoice;
  if (attempts > LAST_ATTEMPT && billing_reason === 'subscription_cycle')
    world.count('dunning ends with past_due');
}
/** The attempts after the first one. */
const LAST_ATTEMPT = 3;

/** What the sources leave open has one answer for all people. */
function reportDividedDecisions(world: World): void {
  for (const [point, answers] of world.decisions) {
    const [rarest] = [...answers].toSorted(([, a], [, b]) => a.length - b.length);
    const actor = world.actors.find(({ plan }) => plan.seed === rarest?.[1][0]);
    if (answers.size > 1 && actor)
      world.report(actor, `${point}: not the same for everybody`, [...answers], null);
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
    world.onChange = (actor, event) => {
      compareRenewalWithShownCharge(world, actor, event);
      countDunningOutcome(world, actor, event);
      for (const one of listActorAndGiftRecipients(actor)) moveWaitingGifts(world, one);
      if (event.type === 'invoice.paid')
        scheduleReminderCheck(world, actor, event.data.object as Invoice);
      if (event.type === 'charge.succeeded') {
        const { id, created } = event.data.object as Charge;
        scheduleAccessCheckAfterPayment(world, actor, id);
        scheduleComparison(
          world,
          actor,
          computeWithdrawalDeadlineSeconds(created) * 1000 - HOUR_MS,
        );
      }
      if (actor.lastChange < world.now()) actor.changeBefore = actor.lastChange;
      actor.lastChange = world.now();
      for (const one of listActorAndGiftRecipients(actor))
        scheduleComparison(world, one, world.now() + HOUR_MS + MINUTE_MS);
    };
    if (end > HISTORY_BEGIN_MS + HISTORY_DAYS * DAY_MS) await keepSessions(world);
    await openOffers(world);
    await createPromotionCodesInStudioAndAtStripe(world);
    for (const actor of world.actors) {
      for (const step of actor.plan.steps)
        world.at(HISTORY_BEGIN_MS + step.day * DAY_MS, () =>
          running.as(actor, async () => {
            // Banks and the operator go on with people who have left.
            if (actor.isErased) return performStepAtStripe(world, actor, step);
            if (!(await performStepIfInApp(running, actor, step)))
              performStepAtStripe(world, actor, step);
          }),
        );
      // Now and then, whatever happened.
      for (let day = actor.plan.seed % WEEK; day * DAY_MS + HISTORY_BEGIN_MS < end; day += WEEK)
        world.at(HISTORY_BEGIN_MS + day * DAY_MS + ((actor.plan.seed * 7) % 24) * HOUR_MS, () =>
          scheduleComparison(world, actor, world.now()),
        );
    }
    const figures: FigureDeviation[] = [];
    const until = Math.min(end, HISTORY_BEGIN_MS + LONGEST_FIGURES);
    const between = { at: HISTORY_BEGIN_MS + FIGURES_EVERY, until, every: FIGURES_EVERY };
    scheduleFigureComparisons(world, between, figures);
    await running.runUntil(end);
    for (const actor of world.actors) scheduleComparison(world, actor, end + 30 * HOUR_MS);
    await running.runUntil(end + 60 * HOUR_MS);
    for (const one of until < end ? [] : await compareFiguresWithTruth(world))
      if (figures.every(({ kind }) => kind !== one.kind)) figures.push(one);
    for (const actor of world.actors)
      await running.as(actor, () => endAllChargesInApp(world, actor));
    await running.runUntil(end + 61 * HOUR_MS);
    for (const actor of world.actors) checkAllChargesEnded(world, actor);
    for (const actor of world.actors) checkOneCustomer(world, actor);
    for (const actor of world.actors) checkNothingPaidTwice(world, actor);
    reportDividedDecisions(world);
    checkInvoicesAreTaxed(world, options.tax ?? 'none');
    return {
      deviations: world.deviations,
      figures,
      unknown: [...new Set(world.server.unknown)],
      decisions: world.decisions,
      counts: world.counts,
      stories: new Map(world.actors.map(({ plan, story }) => [plan.seed, story])),
    };
  } finally {
    await running.close();
  }
}
