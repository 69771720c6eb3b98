import { refreshTotals } from '#server/features/totals/writes.ts';
import type { CheckoutSession } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import type { Actor } from './actor.ts';
import { isKept, sumIncome, tellTruth, type Truth } from './oracle.ts';
import { BEGIN, DAY, HOUR, MINUTE, type World } from './world.ts';

/** How long the app may take after it has had word, and when it has none: it reads "once a day", every six hours here. */
const SETTLING = HOUR;
const DAILY = 31 * HOUR;

const toSeconds = (instant: string | null) =>
  instant === null ? null : Math.round(Date.parse(instant) / 1000);
const isNear = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= 2);

/** Has a person compared once the app must know what is true of them. */
export function planCheck(world: World, actor: Actor, instant: number): void {
  if (actor.isCheckPlanned) return;
  actor.isCheckPlanned = true;
  world.at(instant, async () => {
    actor.isCheckPlanned = false;
    const heard = actor.lastNotice >= actor.lastChange;
    const ready = (heard ? actor.lastNotice : actor.lastChange + DAILY) + SETTLING;
    if (world.now() < ready) return planCheck(world, actor, ready);
    await compare(world, actor);
  });
}

/** "No history in which somebody pays and has neither access nor a refund within an hour of Stripe knowing." */
export function checkAfterPayment(world: World, actor: Actor, session: CheckoutSession): void {
  world.at(world.now() + HOUR + MINUTE, async () => {
    const intentId =
      session.payment_intent ??
      [...world.account.invoicePayments.values()].find(({ invoice }) => invoice === session.invoice)
        ?.payment.payment_intent;
    const charge = findPaidCharge(world.account, intentId ?? '');
    if (!charge || !isKept(world.account, charge) || actor.isErased) return;
    // The truth may have changed since: only who has access by it must have it.
    if (!tellTruth(world.account, actor).hasAccess) return;
    const { body } = await actor.own.call('GET /api/subscription-status');
    if (body.hasActiveAccess) return;
    const heard =
      actor.lastNotice >= session.created * 1000 && actor.lastNotice >= actor.lastChange;
    world.report(
      actor,
      heard
        ? 'paid an hour ago, without access'
        : 'paid an hour ago, without access: every word was lost',
      body,
      { paid: charge.amount, currency: charge.currency },
    );
  });
}

/** "Its money is back within fourteen days" (rule 8). */
export function checkAfterWithdrawal(world: World, actor: Actor): void {
  world.at(world.now() + 14 * DAY, () => {
    for (const id of actor.withdrawn) {
      const session = world.account.sessions.get(id);
      const charge = findPaidCharge(world.account, session?.payment_intent ?? '');
      const disputes = [...world.account.disputes.values()];
      const isDisputed = disputes.some((dispute) => dispute.charge === charge?.id);
      const hasFailed = [...world.account.refunds.values()].some(
        (refund) => refund.charge === charge?.id && refund.status === 'failed',
      );
      if (charge && !charge.refunded && !isDisputed && !hasFailed)
        world.report(actor, 'withdrew fourteen days ago, and is not refunded', null, {
          paid: charge.amount,
          refunded: charge.amount_refunded,
        });
    }
  });
}

/** Compares what the app says to a person, and about them, with the truth. */
export async function compare(world: World, actor: Actor): Promise<void> {
  world.counts.checks += 1;
  const { account } = world;
  const truth = tellTruth(account, actor);
  checkCharges(world, actor, truth);
  if (actor.isErased) {
    if (truth.charges.length > 0) world.report(actor, 'erased, and still charged', null, truth);
    return;
  }
  const replies = [
    await actor.own.call('GET /api/subscription-status'),
    await actor.own.call('GET /api/passes/mine'),
  ] as const;
  const refused = replies.find(({ status }) => status !== 200);
  if (refused) throw new Error(`A person is answered ${refused.status}`);
  const status = replies[0].body;
  const { pass } = replies[1].body;
  if (truth.openPoint !== null)
    world.openPoints.set(truth.openPoint, (world.openPoints.get(truth.openPoint) ?? 0) + 1);
  const report = (kind: string) => world.report(actor, kind, { status, pass }, truth);
  if (truth.openPoint === null) {
    if (status.hasActiveAccess !== truth.hasAccess)
      report(truth.hasAccess ? 'access is missing' : 'access without payment');
    else if (status.hasActiveAccess) {
      if (status.tier !== truth.tier) report('another tier');
      if (status.plan !== truth.plan) report('another plan');
      if (status.renews !== truth.renews) report('another renewal');
      if (!isNear(toSeconds(status.validUntil), truth.paidUntil))
        report('another end of what is paid');
      if (!isNear(toSeconds(status.endsAt), truth.endsAt)) report('another end of access');
      if (pass?.isActive !== true) report('the passes page shows no active pass');
    }
  }
  const [charge] = truth.charges;
  if (charge && (pass === null || !pass.renews)) report('what will charge is not shown');
  // Credit in the balance makes the next payment less than the price.
  else if (charge && truth.charges.length === 1 && truth.openPoint === null) {
    if (pass?.amountMinor !== charge.amountMinor) report('another next amount');
    if (pass?.currency !== charge.currency.toUpperCase()) report('another currency');
  }
  if (!charge && pass?.renews) report('shows a renewal that will not come');
  // The truth changes by itself when a pass or its grace ends.
  const ends = [truth.paidUntil, truth.endsAt]
    .filter((end) => end !== null)
    .map((end) => end * 1000);
  const next = Math.min(...ends.filter((end) => end > world.now()));
  if (Number.isFinite(next)) planCheck(world, actor, next + 5 * MINUTE);
}

/** "None in which two things charge": nor one beside a lifetime pass. */
function checkCharges(world: World, actor: Actor, truth: Truth): void {
  if (truth.charges.length > 1) world.report(actor, 'two things charge', null, truth);
  if (truth.charges.length > 0 && truth.tier === 'lifetime')
    world.report(actor, 'a renewal charges beside a lifetime pass', null, truth);
}

/** A figure of the studio that is not the truth. */
export interface IncomeDeviation {
  kind: 'another income' | 'income counts what an open dispute has taken';
  app: unknown;
  truth: unknown;
}

/** Compares what the studio says was earned with what was; null where they are the same. */
export async function compareIncome(world: World): Promise<IncomeDeviation | null> {
  await refreshTotals(world.site.db, { now: world.site.clock(), livemode: true });
  const admin = await world.site.createPerson({ state: 'admin' });
  const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const query = { from: dateOf(BEGIN - 7 * DAY), to: dateOf(world.now()) };
  const { body, status } = await admin.call('GET /api/admin/overview', { query });
  if (status !== 200) throw new Error(`The overview answers ${status} ${JSON.stringify(body)}`);
  const app: Record<string, number> = {};
  for (const { revenue } of body.weeks)
    for (const { currency, amountMinor } of revenue)
      app[currency] = (app[currency] ?? 0) + amountMinor;
  const truth = sumIncome(world.account);
  if (isSame(app, truth)) return null;
  const isOpenAlone = isSame(app, sumIncome(world.account, false));
  const kind = isOpenAlone ? 'income counts what an open dispute has taken' : 'another income';
  return { kind, app, truth };
}

function isSame(one: Record<string, number>, other: Record<string, number>): boolean {
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...codes].every((code) => (one[code] ?? 0) === (other[code] ?? 0));
}
