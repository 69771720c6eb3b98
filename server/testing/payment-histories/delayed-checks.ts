import type { StripeAccount } from '../stripe-model/account.ts';
import type { Refund } from '../stripe-model/objects.ts';
import { type Actor, findLiveSubscriptions } from './actor.ts';
import { listComingCollections } from './planned-charges.ts';
import { findRetryEnd } from './readiness.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './times.ts';
import type { World } from './world.ts';

// What has to be true some time after something was asked for in the app, and answered with 200.

/** Keeps that a person has stopped whatever renews, and checks that it is collected no more (rule 12). */
export function recordRenewalStopAndScheduleCheck(world: World, actor: Actor): void {
  const wish = world.now();
  for (const { id } of findLiveSubscriptions(world.account, actor)) actor.stopped.set(id, wish);
  for (const wait of [HOUR_MS + MINUTE_MS, DAY_MS])
    world.at(wish + wait, () => {
      const left = listComingCollections(world.account, actor).filter(
        ({ subscription }) => actor.stopped.get(subscription) === wish,
      );
      if (left.length > 0)
        world.report(actor, 'stopped in the app, and still collected', null, left);
    });
}

/** Keeps that a person, or somebody for them, has had a pass go on: what they had stopped may charge again. */
export const clearRenewalStops = (actor: Actor): void => actor.stopped.clear();

/** What has gone back to a person, or is on its way (minor units). */
export const sumRefunded = ({ charges }: StripeAccount, { customers }: Actor): number =>
  [...charges.values()]
    .filter(({ customer }) => customers.has(customer ?? ''))
    .reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);

interface Promised {
  /** What had gone back before. */
  before: number;
  promised: number;
}

/**
 * What a person withdraws from is back "straight away", or, of the second withdrawal within a year, "within seven days"
 * (rule 8).
 */
export function scheduleWithdrawalRefundCheck(
  world: World,
  actor: Actor,
  promised: Promised,
): void {
  const isSecond = actor.withdrawals.some((one) => one > world.now() - 365 * DAY_MS);
  actor.withdrawals.push(world.now());
  world.count(isSecond ? 'a second withdrawal is looked at' : 'a withdrawal is looked at');
  scheduleRefundCheck(world, actor, promised, isSecond ? 7 * DAY_MS : undefined);
}

/**
 * What was promised back is back within an hour, or within a longer time (milliseconds); only where a call about them has just
 * gone wrong the app has until it tries again. What the bank refuses or holds itself cannot be asserted.
 */
export function scheduleRefundCheck(
  world: World,
  actor: Actor,
  { before, promised }: Promised,
  time = HOUR_MS + MINUTE_MS,
): void {
  const { account } = world;
  const since = world.now();
  const check = (): void => {
    const back = sumRefunded(account, actor) - before;
    if (back + sumHindered(account, actor, since) >= promised) return;
    const again = findRetryEnd(actor);
    if (world.now() < again) return world.at(again, check);
    world.report(actor, 'what was promised back is not back', { promised, time }, { back });
  };
  world.at(since + time - HOUR_MS, () => world.expectQuickTasks());
  world.at(since + time, check);
}

/** What banks hold of a person's payments, or have sent back since an instant (minor units). */
function sumHindered(account: StripeAccount, { customers }: Actor, since: number): number {
  const own = [...account.charges.values()].filter(({ customer }) => customers.has(customer ?? ''));
  const disputes = [...account.disputes.values()].filter((one) => !one.is_charge_refundable);
  const failed = [...account.refunds.values()].filter(
    ({ status, created }) => status === 'failed' && created >= Math.floor(since / 1000),
  );
  return own.reduce((sum, { id, amount, amount_refunded }) => {
    const isHeld = disputes.some(({ charge }) => charge === id);
    const sentBack = failed.filter(({ charge }) => charge === id);
    return sentBack.reduce(
      (all, refund) => all + refund.amount,
      sum + (isHeld ? amount - amount_refunded : 0),
    );
  }, 0);
}

/** So many refunds of a payment are made again: after that "only the operator can help" (decision 146). */
const MOST_RETRIES = 3;

/**
 * Checks that a refund that came back from the bank is on its way again within an hour (rule 15), also after a withdrawal or an
 * erasure: the money is owed. Where a call about them has just gone wrong the app has until it tries again. What a bank holds by
 * then is not owed, nor what nobody can read, since the operator has deleted the customer.
 */
export function scheduleRetryCheck(world: World, actor: Actor, failed: Refund): void {
  const { account } = world;
  const since = world.now();
  const check = (): void => {
    const charge = account.charges.get(failed.charge);
    const isHeld = [...account.disputes.values()].some(
      (one) => one.charge === failed.charge && !one.is_charge_refundable,
    );
    const isGone = !actor.isErased && account.customers.get(charge?.customer ?? '')?.deleted;
    if (charge?.refunded) return world.count('a refund that came back is looked at');
    if (!charge || isHeld || isGone) return;
    const refunds = [...account.refunds.values()].filter((one) => one.charge === charge.id);
    if (refunds.filter(({ status }) => status === 'failed').length > MOST_RETRIES) return;
    if (refunds.some(({ id, created }) => id !== failed.id && created >= since / 1000))
      return world.count('a refund that came back is looked at');
    const again = findRetryEnd(actor);
    if (world.now() < again) return world.at(again, check);
    world.report(actor, 'a refund that came back is not made again', null, failed);
  };
  world.at(since + HOUR_MS + MINUTE_MS, check);
}
