import type { StripeAccount } from '../stripe-model/account.ts';
import type { Refund } from '../stripe-model/objects.ts';
import { type Actor, findLiveSubscriptions } from './actor.ts';
import { listComingCollections } from './planned-charges.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './times.ts';
import type { World } from './world.ts';

// What has to be true some time after something was asked for in the app, and answered with 200.

/** How long the app may take when it has no word: it reads "once a day", every six hours here. */
export const MAX_SYNC_DELAY_MS = 31 * HOUR_MS;

/** Keeps that a person has stopped whatever renews, and checks that it is collected no more (rule 12). */
export function recordRenewalStopAndScheduleCheck(world: World, actor: Actor): void {
  const wish = world.now();
  for (const { id } of findLiveSubscriptions(world.account, actor)) actor.stopped.set(id, wish);
  for (const wait of [HOUR_MS + MINUTE_MS, MAX_SYNC_DELAY_MS + HOUR_MS])
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
  scheduleRefundCheck(world, actor, promised, isSecond ? 7 * DAY_MS : 0);
}

/**
 * What was promised back is back after a time (milliseconds), and a day more, since calls to Stripe go wrong. What the bank
 * refuses or takes back itself cannot be asserted.
 */
export function scheduleRefundCheck(
  world: World,
  actor: Actor,
  { before, promised }: Promised,
  time = 0,
): void {
  const { account } = world;
  const since = world.now();
  world.at(since + time + DAY_MS + 2 * HOUR_MS, () => {
    const isTheirs = ({ charge }: { charge: string }) =>
      actor.customers.has(account.charges.get(charge)?.customer ?? '');
    const isHindered =
      [...account.disputes.values()].some(
        (one) => isTheirs(one) && one.status !== 'won' && one.status !== 'warning_closed',
      ) ||
      [...account.refunds.values()].some(
        (one) =>
          isTheirs(one) && one.status === 'failed' && one.created >= Math.floor(since / 1000),
      );
    const back = sumRefunded(account, actor) - before;
    if (back < promised && !isHindered)
      world.report(actor, 'what was promised back is not back', { promised, time }, { back });
  });
}

/** How long the app may take to make a refund again: to hear of it, a day later (rule 15), and as long again where calls go wrong. */
const RETRY_MS = 2 * (MAX_SYNC_DELAY_MS + DAY_MS);

/** Checks that a refund that came back from the bank is made again. What a bank holds by then, or nobody can read, is not. */
export function scheduleRetryCheck(world: World, actor: Actor, failed: Refund): void {
  const { account } = world;
  world.at(world.now() + RETRY_MS, () => {
    const charge = account.charges.get(failed.charge);
    const isHeld = [...account.disputes.values()].some(
      (one) => one.charge === failed.charge && !one.is_charge_refundable,
    );
    const isGone = account.customers.get(charge?.customer ?? '')?.deleted === true;
    if (!charge || charge.refunded || isHeld || isGone) return;
    world.count('a refund that came back is looked at');
    const isMade = [...account.refunds.values()].some(
      ({ id, ...one }) =>
        id !== failed.id && one.charge === charge.id && one.created > failed.created,
    );
    if (!isMade) world.report(actor, 'a refund that came back is not made again', null, failed);
  });
}
