import { refreshTotals } from '#server/features/totals/writes.ts';
import type { StripeAccount } from '../stripe-model/account.ts';
import { getSubscriptionItem } from '../stripe-model/subscriptions.ts';
import { isSubscriptionLive, isSubscriptionEnding } from './planned-charges.ts';
import { findPaidUntilSeconds } from './charge-status.ts';
import { computeComparableFromMs } from './readiness.ts';
import { computeSubscriptionAccess } from './oracle.ts';
import { HISTORY_BEGIN_MS, DAY_MS, HOUR_MS, MINUTE_MS } from './times.ts';
import type { World } from './world.ts';

/**
 * What the business has of all customers, by currency in minor units (rule 7). Without `takesOpen`, only what lost disputes
 * took is deducted.
 */
export function sumIncomeMinor(account: StripeAccount, takesOpen = true): Record<string, number> {
  const sums: Record<string, number> = {};
  const add = (currency: string, amount: number) => {
    const code = currency.toUpperCase();
    sums[code] = (sums[code] ?? 0) + amount;
  };
  for (const charge of account.charges.values()) {
    if (!charge.paid) continue;
    add(charge.currency, charge.amount - charge.amount_refunded);
    const dispute = [...account.disputes.values()].find((one) => one.charge === charge.id);
    const isTaken =
      dispute?.status === 'lost' || (takesOpen && dispute?.status === 'needs_response');
    if (dispute && isTaken) add(dispute.currency, -dispute.amount);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

interface Recurring {
  mrr: Record<string, number>;
  /** How far rounding each twelfth may be from that. */
  rounding: Record<string, number>;
  subscribers: number;
}

/**
 * What running subscriptions bring a month, by currency: "the monthly prices, and a twelfth of the yearly ones"; one runs from
 * its first payment until its access ends (both the contract of `recurring`: no source but the app's).
 */
function sumRecurring({ account, actors }: World): Recurring {
  const mrr: Record<string, number> = {};
  const rounding: Record<string, number> = {};
  const running = [...account.subscriptions.values()].filter((one) => {
    const owner = actors.find(({ customers }) => customers.has(one.customer));
    if (!owner || owner.withdrawn.has(one.id)) return false;
    const access = computeSubscriptionAccess(account, one, owner.pauses);
    return (access?.endsAt ?? 0) > account.now();
  });
  for (const subscription of running) {
    const { price } = getSubscriptionItem(subscription);
    const code = price.currency.toUpperCase();
    const isYearly = price.recurring?.interval === 'year';
    const amount = isYearly ? price.unit_amount / 12 : price.unit_amount;
    mrr[code] = (mrr[code] ?? 0) + amount;
    // Half a minor unit of each, or of the sum.
    if (isYearly) rounding[code] = (rounding[code] ?? 0) + 0.5;
  }
  const subscribers = new Set(running.map(({ customer }) => customer)).size;
  return { mrr, rounding, subscribers };
}

/** The subscriptions that may be counted, for a report. */
function describeRunning(account: StripeAccount): string[] {
  return [...account.subscriptions.values()].filter(isSubscriptionLive).map((one) => {
    const { price } = getSubscriptionItem(one);
    const paidDays =
      ((findPaidUntilSeconds(account, one) ?? account.now()) - account.now()) / 86_400;
    const marks = [
      isSubscriptionEnding(one) && 'stopped',
      one.pause_collection && 'paused',
      one.pending_update && 'changing',
    ];
    return [
      one.currency,
      price.unit_amount,
      price.recurring?.interval,
      one.status,
      ...marks.filter(Boolean),
      `paid for ${Math.round(paidDays)} days`,
    ].join(' ');
  });
}

/** A figure of the studio that is not the truth. */
export interface FigureDeviation {
  kind: string;
  day: number;
  app: unknown;
  truth: unknown;
}

/** Compares what the studio says was earned, and what subscriptions bring, with what is true. */
export async function compareFiguresWithTruth(world: World): Promise<FigureDeviation[]> {
  await refreshTotals(world.site.db, { now: world.site.clock(), livemode: true });
  const admin = await world.site.createPerson({ state: 'admin' });
  const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const query = { from: dateOf(HISTORY_BEGIN_MS - 7 * DAY_MS), to: dateOf(world.now()) };
  const { body, status } = await admin.call('GET /api/admin/overview', { query });
  if (status !== 200) throw new Error(`The overview answers ${status} ${JSON.stringify(body)}`);
  world.count('the figures are compared');
  const found: FigureDeviation[] = [];
  const day = Math.floor((world.now() - HISTORY_BEGIN_MS) / DAY_MS);
  const tell = (kind: string, app: unknown, truth: unknown) =>
    void found.push({ kind, day, app, truth });
  const earned = addUp(body.weeks.flatMap(({ revenue }) => revenue));
  const truth = sumIncomeMinor(world.account);
  if (!isNear(earned, truth)) {
    const isOpenAlone = isNear(earned, sumIncomeMinor(world.account, false));
    tell(
      isOpenAlone ? 'income counts what an open dispute has taken' : 'another income',
      earned,
      truth,
    );
  }
  const mrr = addUp(body.recurring.mrr);
  const recurring = sumRecurring(world);
  const { subscribers } = body.recurring;
  if (!isNear(mrr, recurring.mrr, recurring.rounding))
    tell('another income a month', mrr, [recurring.mrr, describeRunning(world.account)]);
  else if (recurring.subscribers !== subscribers)
    tell('another number of subscribers', subscribers, recurring);
  return found;
}

/**
 * Has the studio's figures compared every so many days, at the next instant when the app must know of everything that has
 * happened to all people.
 */
export function scheduleFigureComparisons(
  world: World,
  { at, until, every }: { at: number; until: number; every: number },
  found: FigureDeviation[],
): void {
  if (at >= until) return;
  world.at(at, async () => {
    const ready = Math.max(...world.actors.map(computeComparableFromMs)) + MINUTE_MS;
    if (ready > world.now())
      return scheduleFigureComparisons(
        world,
        { at: Math.max(ready, at + HOUR_MS), until, every },
        found,
      );
    for (const one of await compareFiguresWithTruth(world))
      if (found.every(({ kind }) => kind !== one.kind)) found.push(one);
    scheduleFigureComparisons(world, { at: world.now() + every, until, every }, found);
  });
}

function addUp(amounts: readonly { currency: string; amountMinor: number }[]) {
  const sums: Record<string, number> = {};
  for (const { currency, amountMinor } of amounts)
    sums[currency] = (sums[currency] ?? 0) + amountMinor;
  return sums;
}

function isNear(
  one: Record<string, number>,
  other: Record<string, number>,
  by: Record<string, number> = {},
): boolean {
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...codes].every(
    (code) => Math.abs((one[code] ?? 0) - (other[code] ?? 0)) <= (by[code] ?? 0) + 1e-6,
  );
}
