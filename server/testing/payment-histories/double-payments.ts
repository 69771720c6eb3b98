import type { Actor } from './actor.ts';
import { isRefundOwedAgain } from './charge-status.ts';
import { type PaidAccessPeriod, describeCover, listLastingPurchases } from './invariants.ts';
import { findRetryEndMs, MAX_SYNC_DELAY_MS } from './readiness.ts';
import type { World } from './world.ts';

/** Whether the invoice of a change gave credit for what an earlier payment had bought. */
export const isCreditedBy = (
  first: PaidAccessPeriod,
  { invoice, paidAt }: PaidAccessPeriod,
): boolean =>
  first.paidAt <= paidAt &&
  (invoice?.lines.data ?? []).some(
    ({ amount, parent }) => amount < 0 && parent?.subscription_item_details.proration === true,
  );

/**
 * Whether a person has stopped a pass whose time was paid before they bought the other one. What Stripe still collects of it
 * after that is paid for the same time.
 */
const isStoppedBefore = (
  { subscription, paidAt }: PaidAccessPeriod,
  second: PaidAccessPeriod,
): boolean => {
  const canceledAt = subscription?.canceled_at ?? null;
  return canceledAt !== null && canceledAt < second.start && paidAt < second.start;
};

/** What two payments for the same time are called; undefined where both may be kept. */
function nameOfPair(first: PaidAccessPeriod, second: PaidAccessPeriod): string | undefined {
  if (first.subscription && second.subscription) {
    const isSame = first.subscription === second.subscription;
    const mayBeKept = isSame ? isCreditedBy(first, second) : isStoppedBefore(first, second);
    if (mayBeKept) return undefined;
    return isSame
      ? 'one subscription is paid twice for the same time'
      : 'paid twice for the same time';
  }
  if (first.plan === 'trip' && second.plan === 'trip') return 'two trip passes for the same time';
  if (first.plan !== 'lifetime') return undefined;
  if (second.plan === 'lifetime') return 'paid twice for good';
  if (second.invoice?.billing_reason === 'subscription_cycle')
    return 'a renewal was charged beside a lifetime pass';
  // What was bought while the debit of a lifetime pass was on its way is taken over by that.
  if (second.start < first.paidAt) return undefined;
  return second.subscription
    ? 'a month or a year was paid beside a lifetime pass'
    : 'a trip pass was paid beside a lifetime pass';
}

/**
 * No person pays for the same time twice, but one who stops one pass and buys another, is given credit for the first, or buys a
 * lifetime or a trip pass besides.
 */
export function checkNothingPaidTwice(world: World, actor: Actor): void {
  // What is to go back again is not paid for good (rule 15).
  const covers = listLastingPurchases(world.account, actor).filter(
    ({ charge }) => !isRefundOwedAgain(world.account, charge),
  );
  /** Whether the app must have known of a payment, and must have given it back. */
  const isSettled = (at: number) =>
    world.now() >= Math.max(at * 1000 + MAX_SYNC_DELAY_MS, findRetryEndMs(actor, at * 1000));
  for (const [index, first] of covers.entries())
    for (const second of covers.slice(index + 1)) {
      if (second.start >= first.end) continue;
      if (!isSettled(Math.max(second.start, first.paidAt, second.paidAt))) continue;
      const kind = nameOfPair(first, second);
      if (kind !== undefined)
        world.report(actor, kind, null, [describeCover(first), describeCover(second)]);
    }
}
