import type { Money } from '#shared/contract/fields.ts';
import type { StripeAccount } from '../stripe-model/account.ts';
import { getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Charge, CheckoutSession, Subscription } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import { getSubscriptionItem } from '../stripe-model/subscriptions.ts';
import { type Actor, findLiveSubscriptions } from './actor.ts';
import { isOneTimePurchaseOfPlan } from './charge-status.ts';
import {
  promisePart,
  promiseRest,
  scheduleWithdrawalRefundCheck,
  scheduleRefundCheck,
  recordRenewalStopAndScheduleCheck,
} from './delayed-checks.ts';
import { listLastingPurchases } from './invariants.ts';
import { computeOwedRefundRangeMinor, listWithdrawableOrders, sumIn } from './orders.ts';
import { CURRENCIES } from './plan.ts';
import type { World } from './world.ts';

// What is given back through the app: by its owner's withdrawal, or by the operator in the studio.

const isRecurring = (plan: string | null) => plan === 'monthly' || plan === 'yearly';
const isGift = ({ gifts }: Actor, session: CheckoutSession) =>
  gifts.some((gift) => gift.session === session);

/** What a person can withdraw from, or the operator return: not what went back before. */
interface OpenPurchases {
  /** What runs, or else that whose paid time may have come back (rule 14). */
  subscriptions: Subscription[];
  /** The ids of the payments pages of what was bought once. */
  sessions: string[];
}

function listOpenPurchases(
  account: StripeAccount,
  actor: Actor,
  plan: string | null,
): OpenPurchases {
  const live = findLiveSubscriptions(account, actor);
  const ended = [...account.subscriptions.values()].filter(
    (one) =>
      actor.customers.has(one.customer) &&
      getSubscriptionItem(one).current_period_end > account.now(),
  );
  const sessions = [...account.sessions.values()].filter(
    (session) =>
      !isGift(actor, session) &&
      actor.customers.has(session.customer ?? '') &&
      isOneTimePurchaseOfPlan(account, session, plan) &&
      !findPaidCharge(account, session.payment_intent ?? '')?.refunded,
  );
  return {
    subscriptions: live.length > 0 ? live : ended,
    sessions: sessions.map(({ id }) => id),
  };
}

/** The last payment for a pass of a plan, whatever a bank says of it. */
function findLastPayment(
  account: StripeAccount,
  actor: Actor,
  plan: string | null,
): Charge | undefined {
  const isOfSubscription = ({ payment_intent }: Charge) =>
    [...account.invoicePayments.values()].some(({ invoice, payment }) => {
      const found = payment.payment_intent === payment_intent && account.invoices.get(invoice);
      return found && getSubscriptionIdOfInvoice(found) !== undefined;
    });
  const isOfSession = ({ payment_intent }: Charge) =>
    [...account.sessions.values()].some(
      (one) =>
        one.payment_intent === payment_intent &&
        !isGift(actor, one) &&
        isOneTimePurchaseOfPlan(account, one, plan),
    );
  return [...account.charges.values()].findLast(
    (charge) =>
      charge.paid &&
      !charge.refunded &&
      actor.customers.has(charge.customer ?? '') &&
      (isRecurring(plan) ? isOfSubscription(charge) : isOfSession(charge)),
  );
}

/** The operator gives back the last payment of a person's pass, and ends it. */
export async function refundInStudio(world: World, actor: Actor): Promise<void> {
  const admin = await world.site.createPerson({ state: 'admin' });
  const person = { id: actor.own.id };
  const { passes } = (await admin.call('GET /api/admin/people/:id/passes', { params: person }))
    .body;
  const bought = passes.find(
    ({ source, isActive }) => isActive && (source === 'subscription' || source === 'purchase'),
  );
  if (!bought) return;
  const params = { id: bought.id };
  const body = { reason: 'asked for' };
  const open = listOpenPurchases(world.account, actor, bought.plan);
  const payment = findLastPayment(world.account, actor, bought.plan);
  // What a bank holds is owed once it decides for the studio.
  const promise = promiseRest(payment ? [payment] : []);
  const reply = await admin.call('POST /api/admin/passes/:id/refund', { params, body });
  world.say(
    actor,
    `the operator refunds their ${bought.plan} pass in the studio: ${reply.status} ${reply.body.error?.code ?? ''}`,
  );
  if (reply.status !== 200) return;
  noteWithdrawal(world, actor, bought.plan, open, payment);
  scheduleRefundCheck(world, actor, promise);
}

/**
 * Keeps what a person has withdrawn from, or of what the operator has returned the last payment: it gives no access from then
 * on, whenever its money goes back (rule 8).
 */
function noteWithdrawal(
  world: World,
  actor: Actor,
  plan: string | null,
  { subscriptions, sessions }: OpenPurchases,
  returned?: Charge,
): void {
  if (returned) actor.returned.add(returned.id);
  if (isRecurring(plan)) {
    recordRenewalStopAndScheduleCheck(world, actor);
    for (const { id } of subscriptions) {
      // Of a change, what it was a change from is withdrawn with it: "the pass ends at once" (terms). The operator returns the
      // change alone.
      if (returned) actor.returned.add(id);
      else actor.ended.add(id);
      actor.stopped.set(id, world.now());
      actor.withdrawn.add(id);
    }
  }
  for (const id of sessions) actor.withdrawn.add(id);
  actor.lastChange = world.now();
}

/** What is owed by a withdrawal: what the books say at that instant, and what the page says where that is more. */
function promiseWithdrawal(
  account: StripeAccount,
  actor: Actor,
  plan: string | null,
  shown: readonly Money[],
): ReturnType<typeof promisePart> {
  const order = listWithdrawableOrders(account, actor).findLast((one) =>
    isRecurring(plan) ? isRecurring(one.plan) : one.plan === plan,
  );
  if (order) {
    const ranges = CURRENCIES.map((currency) => ({
      shownMinor: sumIn(shown, currency),
      ...computeOwedRefundRangeMinor(account, actor, order, currency.toLowerCase()),
    }));
    // Of payments in two currencies the sum is promised only as their number: no more than each was can go back.
    const promised = ranges.reduce((all, one) => all + Math.max(one.least, one.shownMinor), 0);
    return promisePart(ranges[0]?.charges ?? [], promised);
  }
  const payments = listLastingPurchases(account, actor).map(({ charge }) => charge);
  return promisePart(
    payments,
    shown.reduce((all, { amountMinor }) => all + amountMinor, 0),
  );
}

/** A person withdraws from the pass that the app shows them. */
export async function withdrawInApp(world: World, actor: Actor): Promise<void> {
  const { own } = actor;
  const { pass } = (await own.call('GET /api/passes/mine')).body;
  if (!pass || pass.withdrawUntil === null) return;
  const open = listOpenPurchases(world.account, actor, pass.plan);
  const promise = promiseWithdrawal(world.account, actor, pass.plan, pass.withdrawAmounts);
  const reply = await own.call('POST /api/passes/mine/withdrawal', { body: { id: pass.id } });
  if (reply.status === 200) {
    actor.lastNotice = world.now();
    noteWithdrawal(world, actor, pass.plan, open);
    scheduleWithdrawalRefundCheck(world, actor, promise);
  }
  const outcome = `${reply.status} ${reply.body.error?.code ?? ''}`;
  const amounts = pass.withdrawAmounts.map((one) => `${one.amountMinor} ${one.currency}`);
  world.say(actor, `gives the ${pass.plan} pass back for ${amounts.join(' and ')}: ${outcome}`);
}
