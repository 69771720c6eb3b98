import { refreshTotals } from '#server/features/totals/writes.ts';
import type { StripeAccount } from '../stripe-model/account.ts';
import type { Subscription } from '../stripe-model/objects.ts';
import { getOnlyItem } from '../stripe-model/subscriptions.ts';
import { isSubscriptionLive, isSubscriptionEnding } from './charges.ts';
import { findPaidUntil, computeSubscriptionAccess } from './oracle.ts';
import { HISTORY_BEGIN_MS, DAY_MS, type World } from './world.ts';

/**
 * What the business has of all customers, by currency in minor units (rule 7). Without `takesOpen`, only what lost disputes
 * took is deducted.
 */
export function sumIncome(account: StripeAccount, takesOpen = true): Record<string, number> {
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

/** A subscription runs from its first payment until its access ends (contract of `recurring`). */
const isRunning = (account: StripeAccount) => (one: Subscription) =>
  (computeSubscriptionAccess(account, one)?.endsAt ?? 0) > account.now();

/** What running subscriptions bring a month, by currency: "the monthly prices, and a twelfth of the yearly ones". */
function sumRecurring(account: StripeAccount): {
  mrr: Record<string, number>;
  subscribers: number;
} {
  const mrr: Record<string, number> = {};
  const running = [...account.subscriptions.values()].filter(isRunning(account));
  for (const subscription of running) {
    const { price } = getOnlyItem(subscription);
    const code = price.currency.toUpperCase();
    const amount =
      price.recurring?.interval === 'year' ? price.unit_amount / 12 : price.unit_amount;
    mrr[code] = (mrr[code] ?? 0) + amount;
  }
  const subscribers = new Set(running.map(({ customer }) => customer)).size;
  return { mrr, subscribers };
}

/** The subscriptions that may be counted, for a report. */
function describeRunning(account: StripeAccount): string[] {
  return [...account.subscriptions.values()].filter(isSubscriptionLive).map((one) => {
    const { price } = getOnlyItem(one);
    const paidDays = ((findPaidUntil(account, one) ?? account.now()) - account.now()) / 86_400;
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
  app: unknown;
  truth: unknown;
}

/** Compares what the studio says was earned, and what subscriptions bring, with what is true. */
export async function compareFigures(world: World): Promise<FigureDeviation[]> {
  await refreshTotals(world.site.db, { now: world.site.clock(), livemode: true });
  const admin = await world.site.createPerson({ state: 'admin' });
  const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const query = { from: dateOf(HISTORY_BEGIN_MS - 7 * DAY_MS), to: dateOf(world.now()) };
  const { body, status } = await admin.call('GET /api/admin/overview', { query });
  if (status !== 200) throw new Error(`The overview answers ${status} ${JSON.stringify(body)}`);
  const found: FigureDeviation[] = [];
  const earned = addUp(body.weeks.flatMap(({ revenue }) => revenue));
  const truth = sumIncome(world.account);
  if (!isNear(earned, truth, 0)) {
    const isOpenAlone = isNear(earned, sumIncome(world.account, false), 0);
    const kind = isOpenAlone ? 'income counts what an open dispute has taken' : 'another income';
    found.push({ kind, app: earned, truth });
  }
  const recurring = sumRecurring(world.account);
  const mrr = addUp(body.recurring.mrr);
  const known = describeRunning(world.account);
  // A twelfth may be rounded for each subscription, or for all.
  if (!isNear(mrr, recurring.mrr, recurring.subscribers))
    found.push({ kind: 'another income a month', app: mrr, truth: [recurring.mrr, known] });
  if (body.recurring.subscribers !== recurring.subscribers)
    found.push({
      kind: 'another number of subscribers',
      app: body.recurring,
      truth: recurring.subscribers,
    });
  return found;
}

function addUp(amounts: readonly { currency: string; amountMinor: number }[]) {
  const sums: Record<string, number> = {};
  for (const { currency, amountMinor } of amounts)
    sums[currency] = (sums[currency] ?? 0) + amountMinor;
  return sums;
}

function isNear(one: Record<string, number>, other: Record<string, number>, by: number): boolean {
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...codes].every((code) => Math.abs((one[code] ?? 0) - (other[code] ?? 0)) <= by);
}
