import { type Actor, findLiveSubscriptions } from './actor.ts';
import { listComingCollections, type PlannedCharge } from './planned-charges.ts';
import { compareGiftCodesWithTruth } from './gifts.ts';
import { computeComparableFromMs } from './readiness.ts';
import { checkNothingPaidTwice } from './double-payments.ts';
import { checkPaidTimeHasAccess, type PaidAccessPeriod, describeCover } from './invariants.ts';
import { computeTruth, type ExpectedPassState } from './oracle.ts';
import {
  computeOwedRefundRangeMinor,
  findFreeOrder,
  listWithdrawableOrders,
  sumIn,
} from './orders.ts';
import { CURRENCIES } from './plan.ts';
import { computeWithdrawalDeadlineSeconds, MINUTE_MS } from './times.ts';
import { beginWaitingGift } from './waiting-gifts.ts';
import type { World } from './world.ts';

/** How near to the end of a pass, before and after it, access is looked at. */
const EDGE = 2 * MINUTE_MS;

const toSeconds = (instant: string | null) =>
  instant === null ? null : Math.round(Date.parse(instant) / 1000);
const isNear = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= 2);

/** Comparisons of a person within so many milliseconds are one. */
const TOGETHER = 30 * MINUTE_MS;

/** Has a person compared once the app must know what is true of them. */
export function scheduleComparison(world: World, actor: Actor, instant: number): void {
  const at = Math.ceil(instant / TOGETHER) * TOGETHER;
  if (actor.checks.has(at)) return;
  actor.checks.add(at);
  world.at(at, async () => {
    actor.checks.delete(at);
    const ready = computeComparableFromMs(actor);
    if (world.now() < ready) return scheduleComparison(world, actor, ready);
    await compareAppWithTruth(world, actor);
  });
}

/** Has a person compared just before and just after an end (milliseconds), when the app must know of it. */
function scheduleEdges(world: World, actor: Actor, end: number): void {
  for (const at of [end - EDGE, end + EDGE]) {
    if (at <= world.now() || actor.edges.has(at)) continue;
    actor.edges.add(at);
    world.at(at, async () => {
      const ready = computeComparableFromMs(actor);
      if (world.now() < ready) return scheduleComparison(world, actor, ready);
      world.count('an end is looked at');
      await compareAppWithTruth(world, actor);
    });
  }
}

/** Has the people who redeemed what a person bought compared too. */
export const listActorAndGiftRecipients = (actor: Actor): Actor[] => [actor, ...actor.heirs];

async function readApp({ own }: Actor) {
  const replies = [
    await own.call('GET /api/subscription-status'),
    await own.call('GET /api/passes/mine'),
  ] as const;
  const refused = replies.find(({ status }) => status !== 200);
  if (refused) throw new Error(`A person is answered ${refused.status}`);
  const { pass, alsoCharging, alsoWithdrawable } = replies[1].body;
  return { status: replies[0].body, pass, alsoCharging, alsoWithdrawable };
}
type Answers = Awaited<ReturnType<typeof readApp>>;

/** Compares what the app says to a person, and about them, with the truth. */
export async function compareAppWithTruth(world: World, actor: Actor): Promise<void> {
  world.counts.checks += 1;
  checkNothingPaidTwice(world, actor);
  const answers = actor.isErased ? null : await readApp(actor);
  if (answers) beginWaitingGift(world, actor, toSeconds(answers.status.endsAt));
  const truth = computeTruth(world.account, actor);
  checkCharges(world, actor, truth);
  if (!answers) {
    const left = listComingCollections(world.account, actor);
    if (left.length > 0) world.report(actor, 'erased, and still charged', left, truth);
    return;
  }
  compareAccess(world, actor, answers, truth);
  checkPaidTimeHasAccess(world, actor, answers.status.hasActiveAccess);
  compareCharges(world, actor, answers, truth);
  compareWithdrawal(world, actor, answers);
  await compareGiftCodesWithTruth(world, actor);
  // The truth changes by itself when a pass or its grace ends.
  for (const end of [truth.paidUntil, truth.endsAt])
    if (end !== null) scheduleEdges(world, actor, end * 1000);
}

/** Access and tier, with their ends. */
function compareAccess(
  world: World,
  actor: Actor,
  answers: Answers,
  truth: ExpectedPassState,
): void {
  const { status, pass } = answers;
  for (const kind of listMismatches(answers, truth))
    world.report(actor, kind, { status, pass }, truth);
  // What the sources leave open has one answer.
  if (truth.pausedUntil !== null && truth.hasAccess && status.hasActiveAccess)
    world.noteDecision(actor, 'a paused pass is said to renew', status.renews);
}

function listMismatches({ status, pass }: Answers, truth: ExpectedPassState): string[] {
  const kinds: string[] = [];
  if (status.hasActiveAccess !== truth.hasAccess)
    return [truth.hasAccess ? 'access is missing' : 'access without payment'];
  if (status.tier !== truth.tier) kinds.push('another tier');
  if (truth.hasAccess !== (pass?.isActive === true))
    kinds.push(
      truth.hasAccess
        ? 'the passes page shows no active pass'
        : 'the passes page shows an active pass without access',
    );
  if (!truth.hasAccess) return kinds;
  if (status.plan !== truth.plan) kinds.push('another plan');
  // Of a pause no source says whether it "renews" meanwhile: that is held to be the same for all.
  if (truth.pausedUntil === null && status.renews !== truth.renews) kinds.push('another renewal');
  if (!isNear(toSeconds(status.validUntil), truth.paidUntil))
    kinds.push('another end of what is paid');
  if (!isNear(toSeconds(status.endsAt), truth.endsAt))
    kinds.push(truth.isFollowed ? 'another end of access, with a gift' : 'another end of access');
  return kinds;
}

/** What will charge is shown, all of it and no more, with its amount, its currency and its day. */
function compareCharges(
  world: World,
  actor: Actor,
  { status, pass, alsoCharging }: Answers,
  truth: ExpectedPassState,
): void {
  const shown = [pass, ...alsoCharging].filter((one) => one?.renews === true);
  if (truth.charges.length > 0 && truth.plan === 'trip')
    world.count('a subscription charges beside a trip pass');
  actor.shown = {
    at: world.now(),
    charges: shown.map((one) => ({
      amountMinor: one?.amountMinor ?? null,
      currency: one?.currency ?? null,
      pausedUntil: toSeconds(one?.pausedUntil ?? null),
    })),
  };
  const report = (kind: string) => world.report(actor, kind, { status, pass, alsoCharging }, truth);
  // Whose payment is tried again may be charged any day: that is said, and it can be ended.
  const collected = listComingCollections(world.account, actor).filter(({ invoice }) => invoice);
  if (collected.length > 0 && ![pass, ...alsoCharging].some((one) => one && isCollecting(one)))
    report('what is still collected is not shown');
  if (shown.length < truth.charges.length) return report('what will charge is not shown');
  if (shown.length > truth.charges.length) return report('shows a renewal that will not come');
  const [one] = shown;
  const [charge] = truth.charges;
  // Two that charge are a deviation of their own.
  if (!one || !charge || shown.length > 1) return;
  world.count('the next charge is compared');
  if (one.amountMinor !== charge.dueMinor) report(nameOfAmount(one.amountMinor, charge));
  if (one.currency !== charge.currency.toUpperCase()) report('another currency');
  if (!isNear(toSeconds(one.pausedUntil ?? one.periodEnd), charge.at)) report('another next day');
  if (!isNear(toSeconds(one.pausedUntil ?? null), truth.pausedUntil))
    report('another end of the pause');
  if ((one.nextPlan ?? null) !== truth.nextPlan) report('another next plan');
  if (((one.pendingChange ?? null) !== null) !== truth.isChanging)
    report('another change that waits for its payment');
}

const isCollecting = ({ renews, status, isToBePaid }: NonNullable<Answers['pass']>): boolean =>
  renews || status === 'past_due' || isToBePaid;

const nameOfAmount = (shown: number | null | undefined, { amountMinor }: PlannedCharge) =>
  shown === amountMinor ? 'the next amount leaves out credit' : 'another next amount';

/**
 * "Within fourteen days of an order … you can withdraw" (terms): in the time that computeWithdrawalDeadlineSeconds tells.
 */
function compareWithdrawal(world: World, actor: Actor, answers: Answers): void {
  compareFreeWithdrawal(world, actor, answers.pass);
  const { account } = world;
  const orders = Map.groupBy(listWithdrawableOrders(account, actor), ({ plan }) => plan);
  for (const [order] of [...orders.values()].map((all) => all.slice(-1)))
    if (order) compareOrder(world, actor, answers, order);
}

/** Each order within its fourteen days can be withdrawn from, whatever else a person has ordered. */
function compareOrder(
  world: World,
  actor: Actor,
  { pass, alsoCharging, alsoWithdrawable }: Answers,
  order: PaidAccessPeriod,
): void {
  const { account } = world;
  const least = computeWithdrawalDeadlineSeconds(order.charge.created);
  if (!pass?.isActive || account.now() >= least) return;
  const shown = [pass, ...alsoCharging, ...alsoWithdrawable].find(
    ({ plan }) => plan === order.plan,
  );
  const fact = { ordered: describeCover(order), least };
  if (!shown)
    return world.report(actor, 'an order within fourteen days is not shown', { pass }, fact);
  world.count('the time to withdraw is compared');
  const until = toSeconds(shown.withdrawUntil);
  if (until === null || until < least)
    return world.report(
      actor,
      until === null
        ? 'within fourteen days of the order, and cannot be withdrawn from'
        : 'too short a time to withdraw',
      shown,
      fact,
    );
  for (const currency of CURRENCIES) {
    const { least: owed, most } = computeOwedRefundRangeMinor(
      account,
      actor,
      order,
      currency.toLowerCase(),
    );
    const promised = sumIn(shown.withdrawAmounts, currency);
    if (promised < owed || promised > most)
      world.report(actor, 'another amount is promised back', shown, { currency, owed, most });
    if (promised > 0 && currency.toLowerCase() !== order.charge.currency)
      world.count('money in another currency than the pass is promised back');
  }
}

/** The same of what a code made free: "it ends at once, and nothing is charged for it then or later" (terms). */
function compareFreeWithdrawal(world: World, actor: Actor, pass: Answers['pass']): void {
  const { account } = world;
  const order = findFreeOrder(account, actor, findLiveSubscriptions(account, actor));
  if (!order || !pass?.isActive || pass.plan !== order.plan) return;
  const least = computeWithdrawalDeadlineSeconds(order.orderedAt);
  if (account.now() >= least) return;
  world.count('the time to withdraw from what was free is compared');
  const until = toSeconds(pass.withdrawUntil);
  if (until === null || until < least || pass.withdrawAmounts.length > 0)
    world.report(actor, 'free by a code, and cannot be withdrawn from', pass, { ...order, least });
}

/** "None in which two things charge": nor one beside a lifetime pass. */
function checkCharges(world: World, actor: Actor, truth: ExpectedPassState): void {
  if (truth.charges.length > 1) world.report(actor, 'two things charge', null, truth);
  if (truth.charges.length > 0 && truth.tier === 'lifetime' && !truth.isGoingBack)
    world.report(actor, 'a renewal charges beside a lifetime pass', null, truth);
}
