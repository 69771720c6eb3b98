import type { StripeAccount } from '../stripe-model/account.ts';
import { getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Charge, Invoice, Subscription } from '../stripe-model/objects.ts';
import type { Actor } from './actor.ts';
import {
  DEFAULT_ASSUMPTIONS,
  isChargePaid,
  isOneTimePurchaseOfPlan,
  listInvoicedPeriods,
} from './charge-status.ts';
import { listGiftsWithShownCode } from './gifts.ts';
import { computeTruth, TRIP_PASS_S } from './oracle.ts';
import { findRetryEndMs } from './readiness.ts';
import { isUnusedPartReturned } from './remaining-paid-time.ts';
import { HOUR_MS, MINUTE_MS } from './times.ts';
import type { World } from './world.ts';

// What no history may hold, asserted from the payments themselves and from nothing that is computed for the comparisons:
// "No history in which somebody pays and has neither access nor a refund within an hour of Stripe knowing; none in which two
// things charge."

/** What a payment bought that is there to stay: access for a time (seconds). */
export interface PaidAccessPeriod {
  charge: Charge;
  /** Null for what was bought once. */
  subscription: Subscription | null;
  invoice: Invoice | null;
  plan: 'monthly' | 'yearly' | 'lifetime' | 'trip';
  start: number;
  end: number;
  /** A bank debit is paid days after it was ordered. */
  paidAt: number;
}

const UNDISPUTED = { ...DEFAULT_ASSUMPTIONS, isDisputeGone: true };

/**
 * Until when what was paid gives access where the subscription has ended: its owner, the operator, the bank or dunning may
 * have ended it. What the app ends by itself stays bought, until its money is back.
 */
function findAccessCutSeconds(
  account: StripeAccount,
  actor: Actor,
  subscription: Subscription,
  charge: Charge,
): number {
  const { id, ended_at, customer, cancellation_details } = subscription;
  if (ended_at === null) return Infinity;
  const isByOthers =
    actor.ended.has(id) ||
    cancellation_details.reason === 'payment_failed' ||
    account.customers.get(customer)?.deleted === true ||
    ended_at * 1000 >= actor.erasedAt;
  const isReturned = isUnusedPartReturned(account, actor, subscription, charge);
  return isByOthers || isReturned ? ended_at : Infinity;
}

function findInvoiceOfCharge(account: StripeAccount, charge: Charge): Invoice | null {
  const link = [...account.invoicePayments.values()].find(
    ({ payment }) => payment.payment_intent === charge.payment_intent,
  );
  return account.invoices.get(link?.invoice ?? '') ?? null;
}

function findSubscriptionOfCharge(account: StripeAccount, charge: Charge): Subscription | null {
  const invoice = findInvoiceOfCharge(account, charge);
  const id = invoice && getSubscriptionIdOfInvoice(invoice);
  return account.subscriptions.get(id ?? '') ?? null;
}

/** What a payment bought; null where that is a gift, is withdrawn from, or went back. */
function findCover(account: StripeAccount, actor: Actor, charge: Charge): PaidAccessPeriod | null {
  if (!isChargePaid(account, charge, UNDISPUTED) || actor.returned.has(charge.id)) return null;
  const invoice = findInvoiceOfCharge(account, charge);
  const subscription = findSubscriptionOfCharge(account, charge);
  const paidAt = invoice?.status_transitions.paid_at ?? charge.created;
  if (invoice && subscription) {
    const periods = listInvoicedPeriods(invoice);
    const isYearly = invoice.lines.data.some(
      ({ pricing }) =>
        account.prices.get(pricing.price_details.price)?.recurring?.interval === 'year',
    );
    return {
      charge,
      subscription,
      invoice,
      plan: isYearly ? 'yearly' : 'monthly',
      start: Math.min(...periods.map(({ start }) => start)),
      end: Math.min(
        findAccessCutSeconds(account, actor, subscription, charge),
        ...periods.map(({ end }) => end),
      ),
      paidAt,
    };
  }
  const session = [...account.sessions.values()].find(
    ({ payment_intent }) => payment_intent === charge.payment_intent,
  );
  const isGift = actor.gifts.some((gift) => gift.session === session);
  if (!session || isGift || actor.withdrawn.has(session.id)) return null;
  const isTrip = isOneTimePurchaseOfPlan(account, session, 'trip');
  const start = charge.created;
  const end = isTrip ? start + TRIP_PASS_S : Infinity;
  const plan = isTrip ? 'trip' : 'lifetime';
  return { charge, subscription: null, invoice: null, plan, start, end, paidAt };
}

/** All that a person has paid and that is there to stay, the oldest first. */
export function listLastingPurchases(account: StripeAccount, actor: Actor): PaidAccessPeriod[] {
  return [...account.charges.values()]
    .filter(({ customer, amount }) => actor.customers.has(customer ?? '') && amount > 0)
    .map((charge) => findCover(account, actor, charge))
    .filter((cover) => cover !== null)
    .toSorted((a, b) => a.start - b.start);
}

export const describeCover = ({ plan, charge, start, end }: PaidAccessPeriod) => {
  const dateOf = (at: number) => (Number.isFinite(at) ? new Date(at * 1000).toISOString() : 'ever');
  return `${charge.amount} ${charge.currency} for ${plan}, ${dateOf(start)} to ${dateOf(end)}`;
};

/** A person who has paid for this moment has access, or the money back. */
export function checkPaidTimeHasAccess(world: World, actor: Actor, hasAccess: boolean): void {
  const now = world.account.now();
  const paid = listLastingPurchases(world.account, actor).filter(
    ({ start, end }) => start <= now && now < end,
  );
  if (paid.length === 0 || hasAccess) return;
  const kind = 'has paid, and has neither access nor the money back';
  world.report(actor, kind, { hasAccess }, paid.map(describeCover));
}

/** Whether what was paid is there: access, a gift's code, or what others have ended since. */
async function isAnswered(
  world: World,
  actor: Actor,
  charge: Charge,
  paidAt: number,
): Promise<boolean> {
  // What is paid after an erasure has to go back, and "what arrives for a subscription that has ended" (decision 133).
  if (actor.isErased) return false;
  const ended_at = findSubscriptionOfCharge(world.account, charge)?.ended_at ?? null;
  if (ended_at !== null && ended_at * 1000 < paidAt) return false;
  const gift = actor.gifts.find(({ session }) => session.payment_intent === charge.payment_intent);
  if (gift) {
    const isOver = gift.redeemed !== null || gift.isWithdrawn;
    return isOver || (await listGiftsWithShownCode(world, actor)).includes(gift);
  }
  const now = world.account.now();
  const cover = findCover(world.account, actor, charge);
  if (!cover || now < cover.start) return true;
  // What is paid for a time that was over by then bought nothing: it goes back.
  if (now >= cover.end) return cover.end * 1000 > paidAt;
  return (await actor.own.call('GET /api/subscription-status')).body.hasActiveAccess;
}

/**
 * A payer has access, a gift's code, or the money back, within an hour of Stripe knowing (rule 13): whether the app had word
 * or not, since it looks by itself for payments that a person waits for. Only where a call about them has just gone wrong it
 * has until it tries again; and no two things charge them by then (rule 6).
 */
export function scheduleAccessCheckAfterPayment(world: World, actor: Actor, id: string): void {
  const { account } = world;
  const paidAt = world.now();
  const check = async (): Promise<void> => {
    const charge = account.charges.get(id);
    if (!isChargePaid(account, charge, UNDISPUTED)) return;
    if (actor.isErased && paidAt < actor.erasedAt) return;
    const { charges } = computeTruth(account, actor);
    if (charges.length < 2 && (await isAnswered(world, actor, charge, paidAt))) return;
    const again = findRetryEndMs(actor, paidAt);
    if (world.now() < again) return world.at(again, check);
    if (charges.length > 1)
      return world.report(actor, 'two things charge an hour after a payment', null, charges);
    const { amount, currency } = charge;
    const kind = actor.isErased
      ? 'paid after the erasure, without a refund'
      : 'paid an hour ago, and has neither access nor the money back';
    const heard = actor.lastNotice >= paidAt;
    world.report(actor, kind, { hasAccess: false, heard }, { paidAt, amount, currency });
  };
  world.count('a payment is looked at an hour later');
  world.at(paidAt + HOUR_MS + MINUTE_MS, check);
}
