import { like } from 'drizzle-orm';
import { feedback } from '#server/features/feedback/table.ts';
import type { StripeAccount } from '../stripe-model/account.ts';
import type { Charge, Refund } from '../stripe-model/objects.ts';
import { type Actor, findLiveSubscriptions } from './actor.ts';
import { isDisputeLost } from './charge-status.ts';
import { listComingCollections } from './planned-charges.ts';
import { findRetryEndMs } from './readiness.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './times.ts';
import type { World } from './world.ts';

// What has to be true some time after something was asked for in the app, and answered with 200.

/** Keeps that a person has stopped whatever renews, and checks that it is collected no more (rule 12). */
export function recordRenewalStopAndScheduleCheck(world: World, actor: Actor): void {
  const wish = world.now();
  for (const { id } of findLiveSubscriptions(world.account, actor)) actor.stopped.set(id, wish);
  for (const wait of [HOUR_MS + MINUTE_MS, DAY_MS])
    world.at(wish + wait, () => checkStopped(world, actor, wish));
}

/** What a person has stopped in the app at an instant (milliseconds) is collected no more. */
export function checkStopped(world: World, actor: Actor, wish: number): void {
  const left = listComingCollections(world.account, actor).filter(
    ({ subscription }) => actor.stopped.get(subscription) === wish,
  );
  if (left.length > 0) world.report(actor, 'stopped in the app, and still collected', null, left);
}

/** Keeps that a person, or an admin for them, has had a pass go on: what they had stopped may charge again. */
export const clearRenewalStops = (actor: Actor): void => actor.stopped.clear();

interface RefundPromise {
  /** The payments of which it goes back: no other refund answers for it. */
  charges: readonly Charge[];
  before: number;
  promised: number;
}

/** What of payments has gone back, or is on its way (minor units). */
const sumRefundedMinor = (charges: readonly Charge[]): number =>
  charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);

/** Promises a part of payments. */
export const promisePart = (charges: readonly Charge[], promised: number): RefundPromise => ({
  charges,
  before: sumRefundedMinor(charges),
  promised,
});

/** Promises all that is left of payments. */
export const promiseRest = (charges: readonly Charge[]): RefundPromise =>
  promisePart(
    charges,
    charges.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0),
  );

/** How long a person may look at a second withdrawal: "the money is on its way within seven days, whatever they find" (terms). */
const LOOK_MS = 7 * DAY_MS;

/**
 * What a person withdraws from is back "straight away", or, of the second withdrawal within a year, "within seven days"
 * (rule 8). What cost nothing is no first one: "it doesn't count as a first withdrawal" (decision 149).
 */
export function scheduleWithdrawalRefundCheck(
  world: World,
  actor: Actor,
  promise: RefundPromise,
): void {
  if (promise.promised === 0) return;
  const isSecond = actor.withdrawals.some((one) => one > world.now() - 365 * DAY_MS);
  actor.withdrawals.push(world.now());
  world.count(isSecond ? 'a second withdrawal is looked at' : 'a withdrawal is looked at');
  scheduleRefundCheck(world, actor, promise, isSecond);
}

/**
 * What was promised back is back within an hour; only where a call about them has just gone wrong the app has until it tries
 * again. What a person looks at first is back within the seven days, and no later whatever goes wrong: they leave the time to try
 * again. What the bank holds or sends back itself cannot be asserted, until it decides for the studio: then it is owed as before.
 */
export function scheduleRefundCheck(
  world: World,
  actor: Actor,
  { charges, before, promised }: RefundPromise,
  isLookedAt = false,
): void {
  const { account } = world;
  const since = world.now();
  const time = isLookedAt ? LOOK_MS : HOUR_MS + MINUTE_MS;
  const check = (isHindered: boolean): void => {
    const back = sumRefundedMinor(charges) - before + sumTakenBack(account, charges);
    if (back >= promised) return;
    if (back + sumHindered(account, charges, since) >= promised)
      return world.at(world.now() + DAY_MS, () => check(true));
    const known = isHindered ? actor.lastChange + HOUR_MS + MINUTE_MS : 0;
    const from = isHindered ? actor.lastChange : since;
    const again = Math.max(known, isLookedAt && !isHindered ? 0 : findRetryEndMs(actor, from));
    if (world.now() < again) return world.at(again, () => check(isHindered));
    world.report(actor, 'what was promised back is not back', { promised, time }, { back });
  };
  world.at(since + time - HOUR_MS, () => world.expectQuickTasks());
  world.at(since + time, () => check(false));
}

/** What of payments banks have taken back for good: it is with their owner (minor units). */
const sumTakenBack = (account: StripeAccount, charges: readonly Charge[]): number =>
  charges
    .filter((one) => isDisputeLost(account, one))
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);

/** What of payments banks hold, or have sent back since an instant, and is not on its way again (minor units). */
function sumHindered(account: StripeAccount, charges: readonly Charge[], since: number): number {
  const disputes = [...account.disputes.values()].filter((one) => !one.is_charge_refundable);
  const failed = [...account.refunds.values()].filter(
    ({ status, created }) => status === 'failed' && created >= Math.floor(since / 1000),
  );
  return charges.reduce((sum, charge) => {
    const { id, amount, amount_refunded } = charge;
    if (isDisputeLost(account, charge)) return sum;
    const left = amount - amount_refunded;
    if (disputes.some((one) => one.charge === id)) return sum + left;
    const sentBack = failed.filter((one) => one.charge === id);
    return sum + Math.min(left, Math.max(0, ...sentBack.map((refund) => refund.amount)));
  }, 0);
}

/** So many refunds of a payment are made again: after that "only the operator can help" (decision 146). */
const MOST_RETRIES = 3;

/** A person whom no refund reaches is paid another way by the operator, who is told of it. */
async function checkOperatorIsTold(world: World, actor: Actor, charge: Charge): Promise<void> {
  const isAbout = like(feedback.text, `%${charge.payment_intent}%`);
  const told = await world.site.db.select().from(feedback).where(isAbout);
  world.count('a refund that is given up is told');
  if (told.length <= MOST_RETRIES)
    world.report(actor, 'the operator is not told of a refund that is given up', told, charge);
}

/**
 * Checks that a refund that came back from the bank is on its way again within an hour (rule 15), also after a withdrawal or an
 * erasure: the money is owed. Where a call about them has just gone wrong the app has until it tries again. What a bank holds by
 * then is owed once it lets go.
 */
export function scheduleRetryCheck(world: World, actor: Actor, failed: Refund): void {
  const { account } = world;
  const since = world.now();
  let freedAt = since;
  const check = (): void => {
    const charge = account.charges.get(failed.charge);
    const isHeld = [...account.disputes.values()].some(
      (one) => one.charge === failed.charge && !one.is_charge_refundable,
    );
    if (charge?.refunded || (charge && isDisputeLost(account, charge)))
      return world.count('a refund that came back is looked at');
    if (!charge) return;
    if (isHeld) {
      freedAt = world.now() + DAY_MS;
      return world.at(freedAt, check);
    }
    // The bank may have let go within the last hour.
    if (freedAt > since && world.now() < freedAt + HOUR_MS + MINUTE_MS)
      return world.at(freedAt + HOUR_MS + MINUTE_MS, check);
    const refunds = [...account.refunds.values()].filter((one) => one.charge === charge.id);
    if (refunds.filter(({ status }) => status === 'failed').length > MOST_RETRIES)
      return world.at(world.now() + DAY_MS, () => checkOperatorIsTold(world, actor, charge));
    const again = refunds
      .filter(({ id, created }) => id !== failed.id && created >= since / 1000)
      .reduce((sum, { amount }) => sum + amount, 0);
    if (again >= failed.amount) return world.count('a refund that came back is looked at');
    const retryEnd = findRetryEndMs(actor, freedAt);
    if (world.now() < retryEnd) return world.at(retryEnd, check);
    world.report(actor, 'a refund that came back is not made again', null, failed);
  };
  world.at(since + HOUR_MS + MINUTE_MS, check);
}
