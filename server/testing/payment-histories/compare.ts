import { findPaidCharge } from '../stripe-model/payments.ts';
import type { Actor } from './actor.ts';
import { findCollections } from './charges.ts';
import { type Gift, isGiftPaid } from './gifts.ts';
import { DAILY_READING_MS } from './later.ts';
import { computeTruth, type Truth } from './oracle.ts';
import { HOUR_MS, MINUTE_MS, type World } from './world.ts';

/** How long the app may take after it has had word. */
const SETTLING = HOUR_MS;

const toSeconds = (instant: string | null) =>
  instant === null ? null : Math.round(Date.parse(instant) / 1000);
const isNear = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= 2);

/** When the app must know what has changed about a person (milliseconds). */
function findReady({ lastNotice, lastChange }: Actor): number {
  return (lastNotice >= lastChange ? lastNotice : lastChange + DAILY_READING_MS) + SETTLING;
}

/** Comparisons of a person within so many milliseconds are one. */
const TOGETHER = 30 * MINUTE_MS;

/** Has a person compared once the app must know what is true of them. */
export function scheduleComparison(world: World, actor: Actor, instant: number): void {
  const at = Math.ceil(instant / TOGETHER) * TOGETHER;
  if (actor.checks.has(at)) return;
  actor.checks.add(at);
  world.at(at, async () => {
    actor.checks.delete(at);
    // What they redeemed depends on what happened to its buyer.
    const ready = Math.max(...[actor, ...actor.redeemed.map(({ buyer }) => buyer)].map(findReady));
    if (world.now() < ready) return scheduleComparison(world, actor, ready);
    await compareAppWithTruth(world, actor);
  });
}

/** Has the people who redeemed what a person bought compared too. */
export const listActorAndHeirs = (actor: Actor): Actor[] => [actor, ...actor.heirs];

/** Compares what the app says to a person, and about them, with the truth. */
export async function compareAppWithTruth(world: World, actor: Actor): Promise<void> {
  world.counts.checks += 1;
  const { account } = world;
  const truth = computeTruth(account, actor);
  checkCharges(world, actor, truth);
  if (actor.isErased) {
    const left = findCollections(account, actor);
    if (left.length > 0) world.report(actor, 'erased, and still charged', left, truth);
    return;
  }
  const replies = [
    await actor.own.call('GET /api/subscription-status'),
    await actor.own.call('GET /api/passes/mine'),
  ] as const;
  const refused = replies.find(({ status }) => status !== 200);
  if (refused) throw new Error(`A person is answered ${refused.status}`);
  const status = replies[0].body;
  const { pass, alsoCharging } = replies[1].body;
  if (truth.openPoint !== null)
    world.openPoints.set(truth.openPoint, (world.openPoints.get(truth.openPoint) ?? 0) + 1);
  const report = (kind: string) => world.report(actor, kind, { status, pass }, truth);
  if (truth.openPoint === null) {
    if (status.hasActiveAccess !== truth.hasAccess)
      report(truth.hasAccess ? 'access is missing' : 'access without payment');
    else if (status.hasActiveAccess) {
      if (status.tier !== truth.tier) report('another tier');
      if (status.plan !== truth.plan) report('another plan');
      // Of a pause the contract says when payments go on, not whether it "renews then".
      if (truth.pausedUntil === null && status.renews !== truth.renews) report('another renewal');
      if (!isNear(toSeconds(status.validUntil), truth.paidUntil))
        report('another end of what is paid');
      if (!isNear(toSeconds(status.endsAt), truth.endsAt))
        report(truth.isFollowed ? 'another end of access, with a gift' : 'another end of access');
      if (pass?.isActive !== true) report('the passes page shows no active pass');
    }
  }
  const [charge] = truth.charges;
  const shown = [pass, ...alsoCharging].find((one) => one?.renews);
  if (charge && !shown) report('what will charge is not shown');
  // Credit in the balance makes the next payment less than the price.
  else if (charge && truth.charges.length === 1 && truth.openPoint === null) {
    if (shown?.amountMinor !== charge.amountMinor) report('another next amount');
    if (shown?.currency !== charge.currency.toUpperCase()) report('another currency');
    if (!isNear(toSeconds(shown?.pausedUntil ?? null), truth.pausedUntil))
      report('another end of the pause');
    if ((shown?.nextPlan ?? null) !== truth.nextPlan) report('another next plan');
    if (((shown?.pendingChange ?? null) !== null) !== truth.isChanging)
      report('another change that waits for its payment');
  }
  if (!charge && shown) report('shows a renewal that will not come');
  await compareGifts(world, actor);
  // The truth changes by itself when a pass or its grace ends.
  const ends = [truth.paidUntil, truth.endsAt]
    .filter((end) => end !== null)
    .map((end) => end * 1000);
  const next = Math.min(...ends.filter((end) => end > world.now()));
  if (Number.isFinite(next)) scheduleComparison(world, actor, next + 5 * MINUTE_MS);
}

/** A gift's buyer has its code until it is redeemed, given back or refunded (rule 9). */
async function compareGifts(world: World, actor: Actor): Promise<void> {
  if (actor.gifts.length === 0) return;
  const { body } = await actor.own.call('GET /api/gifts');
  const isPending = (gift: Gift) => {
    const { session } = gift;
    const intent = world.account.intents.get(session.payment_intent ?? '');
    const charge = findPaidCharge(world.account, intent?.id ?? '');
    return intent?.status === 'processing' || charge?.disputed === true;
  };
  // Left open: what is on its way, or in a dispute.
  if (actor.gifts.some(isPending)) return;
  const paid = actor.gifts.filter(
    (gift) => isGiftPaid(world, gift) && !gift.isWithdrawn && gift.session.status === 'complete',
  );
  const truth = paid.filter(({ redeemed }) => redeemed === null).length;
  const app = body.gifts.filter(({ code }) => code !== null).length;
  if (app !== truth)
    world.report(
      actor,
      app < truth ? "a gift's code is missing" : 'a gift that is not paid has a code',
      body.gifts,
      { codes: truth },
    );
}

/** "None in which two things charge": nor one beside a lifetime pass. */
function checkCharges(world: World, actor: Actor, truth: Truth): void {
  if (truth.charges.length > 1) world.report(actor, 'two things charge', null, truth);
  if (truth.charges.length > 0 && truth.tier === 'lifetime')
    world.report(actor, 'a renewal charges beside a lifetime pass', null, truth);
}
