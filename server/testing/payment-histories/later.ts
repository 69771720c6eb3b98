import type { CheckoutSession } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import type { Actor } from './actor.ts';
import { findCollections } from './charges.ts';
import { isChargeKept, computeTruth } from './oracle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type World } from './world.ts';

// What has to be true some time after something was done.

/** How long the app may take when it has no word: it reads "once a day", every six hours here. */
export const DAILY_READING_MS = 31 * HOUR_MS;

/** "No history in which a person pays and has neither access nor a refund within an hour of Stripe knowing" (rule 13). */
export function checkAfterPayment(world: World, actor: Actor, session: CheckoutSession): void {
  const { account } = world;
  const paidAt = world.now();
  const check = async (isLast: boolean): Promise<void> => {
    const intentId =
      session.payment_intent ??
      [...account.invoicePayments.values()].find(({ invoice }) => invoice === session.invoice)
        ?.payment.payment_intent;
    const charge = findPaidCharge(account, intentId ?? '');
    if (!charge || !isChargeKept(account, charge)) return;
    const heard = actor.lastNotice >= paidAt && actor.lastNotice >= actor.lastChange;
    const wait = (): void => world.at(paidAt + DAILY_READING_MS + 2 * HOUR_MS, () => check(true));
    if (actor.isErased) {
      // Who had paid before had what they paid for.
      if (paidAt < actor.erasedAt) return;
      if (!isLast) return wait();
      return world.report(actor, 'paid after the erasure, without a refund', null, {
        paid: charge.amount,
      });
    }
    // What they, the operator or the bank have done since may have ended what was paid.
    if (!computeTruth(account, actor).hasAccess) {
      if (actor.lastEnding < paidAt)
        world.report(actor, 'paid, and neither access nor the money back', null, charge);
      return;
    }
    const { body } = await actor.own.call('GET /api/subscription-status');
    if (body.hasActiveAccess) return;
    if (!heard && !isLast) return wait();
    world.report(
      actor,
      heard
        ? 'paid an hour ago, without access'
        : 'paid a day ago, without access: every word was lost',
      body,
      { paid: charge.amount, currency: charge.currency },
    );
  };
  world.at(world.now() + HOUR_MS + MINUTE_MS, () => check(false));
}

/** What a person has stopped is collected no more (rule 12). */
export function checkAfterStop(world: World, actor: Actor): void {
  const wish = world.now();
  world.at(wish + DAILY_READING_MS + HOUR_MS, () => {
    if (actor.isErased || actor.lastWish > wish || actor.lastChange > wish + HOUR_MS) return;
    const left = findCollections(world.account, actor);
    if (left.length > 0) world.report(actor, 'stopped in the app, and still collected', null, left);
  });
}

/** "Its money is back within fourteen days" (rule 8). */
export function checkAfterWithdrawal(world: World, actor: Actor): void {
  world.at(world.now() + 14 * DAY_MS, () => {
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
