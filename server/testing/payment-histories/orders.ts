import type { Money } from '#shared/contract/fields.ts';
import type { StripeAccount } from '../stripe-model/account.ts';
import { getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Charge, Invoice, Subscription } from '../stripe-model/objects.ts';
import { getSubscriptionItem } from '../stripe-model/subscriptions.ts';
import type { Actor } from './actor.ts';
import { isDisputeUndecided, isRefundOwedAgain } from './charge-status.ts';
import { isCreditedBy } from './double-payments.ts';
import { type PaidAccessPeriod, listLastingPurchases } from './invariants.ts';
import { getPlanOfPrice } from './planned-charges.ts';
import { computeWithdrawalDeadlineSeconds, DAY_MS } from './times.ts';

// What people have ordered, and what of it goes back when they withdraw.

/**
 * The orders of a person that they can withdraw from, the oldest first: what was paid and is there to stay, also where a part went
 * back, or where a bank has asked and decided for the studio.
 */
export const listWithdrawableOrders = (account: StripeAccount, actor: Actor): PaidAccessPeriod[] =>
  listLastingPurchases(account, actor).filter(({ charge, invoice, subscription, plan }) => {
    if (isDisputeUndecided(account, charge)) return false;
    if (!invoice || !subscription) return true;
    const isLive = subscription.ended_at === null && !actor.withdrawn.has(subscription.id);
    const isPresent =
      getSubscriptionItem(subscription).price.recurring?.interval ===
      (plan === 'yearly' ? 'year' : 'month');
    const isOrder =
      invoice.billing_reason === 'subscription_create' ||
      (invoice.billing_reason === 'subscription_update' && plan === 'yearly');
    return isLive && isPresent && isOrder;
  });

/** What a person has that a code made free, and nothing else: "you can withdraw from a pass that a code made free too" (terms). */
export function findFreeOrder(
  { invoices }: StripeAccount,
  { withdrawn }: Actor,
  running: readonly Subscription[],
): { plan: PaidAccessPeriod['plan']; orderedAt: number } | undefined {
  const [subscription] = running;
  if (!subscription || running.length > 1 || withdrawn.has(subscription.id)) return undefined;
  const paid = [...invoices.values()].filter(
    (one) => getSubscriptionIdOfInvoice(one) === subscription.id && one.status === 'paid',
  );
  const [order] = paid;
  const isFree = order?.billing_reason === 'subscription_create' && order.total === 0;
  if (!isFree || paid.length > 1) return undefined;
  const plan = getPlanOfPrice(getSubscriptionItem(subscription).price);
  return { plan, orderedAt: order.created };
}

/** What is left of a payment (minor units). */
const computeLeft = ({ charge }: PaidAccessPeriod): number =>
  charge.amount - charge.amount_refunded;

/** The payment of which a year was credited with the rest; undefined where that went back, or there is none. */
const findCredited = (covers: readonly PaidAccessPeriod[], cover: PaidAccessPeriod) =>
  cover.invoice && computeCreditMinor(cover.invoice) > 0
    ? covers
        .slice(0, covers.indexOf(cover))
        .findLast(({ subscription }) => subscription === cover.subscription)
    : undefined;

/** What a year was credited with: "the unused days of your month are taken off the price" (pass page), as far as they were paid. */
function computeCredited(covers: readonly PaidAccessPeriod[], cover: PaidAccessPeriod): number {
  const credited = findCredited(covers, cover);
  if (!credited || !cover.invoice) return 0;
  return Math.min(computeCreditMinor(cover.invoice), computeLeft(credited));
}

/**
 * The part of what is left of a payment, and of what it was credited with, that an order made the app take over: of the time
 * after it, less a day for rounding.
 */
function computeTradedIn(
  covers: readonly PaidAccessPeriod[],
  { start }: Pick<PaidAccessPeriod, 'start'>,
  before: PaidAccessPeriod,
): number {
  const rest = before.end - start - DAY_MS / 1000;
  const value = computeLeft(before) + computeCredited(covers, before);
  return Math.max(0, Math.floor((value * rest) / (before.end - before.start)) - 1);
}

/** What a change of pass now has to be credited with at least: the time that is left of what runs (minor units). */
export function computeLeastCreditMinor(account: StripeAccount, actor: Actor): number {
  const now = { start: account.now() };
  const covers = listLastingPurchases(account, actor);
  return covers
    .filter(({ subscription, start, end }) => subscription && start < now.start && end > now.start)
    .reduce((all, cover) => all + computeTradedIn(covers, now, cover), 0);
}

/** What an invoice of a change credits of what was paid before (minor units). */
export const computeCreditMinor = ({ lines }: Invoice): number =>
  lines.data.reduce(
    (all, { amount, parent }) => (parent?.subscription_item_details.proration ? all - amount : all),
    0,
  );

/** What amounts say of one currency, of which they hold at most one. */
export const sumIn = (amounts: readonly Money[], currency: string): number =>
  amounts.reduce((all, one) => (one.currency === currency ? all + one.amountMinor : all), 0);

/**
 * What goes back with an order: "everything you paid for it" (terms; "tous les paiements reçus", Code de la consommation,
 * L221-24). Of a change that is with what it was a change from: all of that where its own fourteen days run, and otherwise
 * what of it was credited. A renewal is no order: "the consumer's right to withdraw from a distance contract is … guaranteed
 * only once" for a subscription that is "automatically extended" (Court of Justice, C-565/22, Sofatutor). Of what was paid in
 * `currency` alone: amounts in two are never added up.
 */
export function computeOwedRefundRangeMinor(
  account: StripeAccount,
  actor: Actor,
  order: PaidAccessPeriod,
  currency: string,
): { least: number; most: number; charges: Charge[] } {
  const covers = listLastingPurchases(account, actor);
  const before = covers.filter(
    ({ charge, subscription, start, end }) =>
      order.plan !== 'trip' &&
      charge !== order.charge &&
      subscription &&
      start < order.start &&
      // One that was paid in another currency has ended with the order, its unused days given back.
      end >= order.start,
  );
  // Of a month whose rest a year was credited with, nothing is left to trade in again.
  const isTakenOver = (cover: PaidAccessPeriod) =>
    before.some(
      (later) =>
        later !== cover && later.subscription === cover.subscription && isCreditedBy(cover, later),
    );
  const sum = (covers: readonly PaidAccessPeriod[]) =>
    [order, ...covers]
      .filter(({ charge }) => charge.currency === currency)
      .reduce((total, cover) => total + computeLeft(cover), 0);
  // What was given back and came back from the bank is given back again of itself (rule 15).
  const isRecent = ({ charge, invoice }: PaidAccessPeriod) =>
    invoice?.billing_reason !== 'subscription_cycle' &&
    account.now() < computeWithdrawalDeadlineSeconds(charge.created) &&
    !isRefundOwedAgain(account, charge);
  // Of a year over a month Stripe's invoice says what was credited; of a lifetime pass its price was lower by what was left.
  const credited = order.invoice
    ? computeCreditMinor(order.invoice)
    : before
        .filter((cover) => !isTakenOver(cover) && cover.charge.currency === order.charge.currency)
        .reduce((all, cover) => all + computeTradedIn(covers, order, cover), 0);
  // The month whose rest a year was credited with may be over by now.
  const over = before
    .flatMap((cover) => findCredited(covers, cover) ?? [])
    .filter((cover) => !before.includes(cover));
  const most = sum([...before, ...over]);
  // In another currency nothing is deducted (155), so nothing of it is credited.
  const ofOrder = order.charge.currency === currency ? computeLeft(order) + credited : 0;
  const least = Math.max(sum(before.filter(isRecent)), ofOrder);
  const charges = [order, ...before, ...over].map(({ charge }) => charge);
  return { least: Math.min(least, most), most, charges };
}
