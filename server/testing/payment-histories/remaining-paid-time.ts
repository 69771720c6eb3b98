import type { StripeAccount } from '../stripe-model/account.ts';
import { getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Charge, CheckoutSession, Subscription } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import type { Actor } from './actor.ts';
import {
  type PaymentAssumptions,
  findChargeOfInvoice,
  isChargePaid,
  isOneTimePurchaseOfPlan,
  isRefundOwedAgain,
  listInvoicedPeriods,
} from './charge-status.ts';

// What had been paid for, and was taken over by another pass (rule 14 of oracle.ts) or ended with its refund (rule 15).

type Owner = Pick<Actor, 'customers' | 'withdrawn' | 'returned' | 'gifts'>;
interface Lifetime {
  session: CheckoutSession;
  charge: Charge;
  /** A bank debit takes days (seconds). */
  paidAt: number;
}

const findPaidAt = (account: StripeAccount, { invoice }: CheckoutSession) =>
  account.invoices.get(invoice ?? '')?.status_transitions.paid_at;

/** The lifetime passes that a person has paid for themselves. */
const listLifetimes = (account: StripeAccount, { customers, gifts }: Owner): Lifetime[] =>
  [...account.sessions.values()].flatMap((session) => {
    const charge = findPaidCharge(account, session.payment_intent ?? '');
    const isOwn =
      customers.has(session.customer ?? '') && !gifts.some((gift) => gift.session === session);
    return charge && isOwn && isOneTimePurchaseOfPlan(account, session, 'lifetime')
      ? [{ session, charge, paidAt: findPaidAt(account, session) ?? charge.created }]
      : [];
  });

/** Whether a payment was still there at an instant (seconds). */
function isKeptAt(account: StripeAccount, { id, amount }: Charge, at: number): boolean {
  const back = [...account.refunds.values()]
    .filter((one) => one.charge === id && one.created <= at)
    .reduce((sum, refund) => sum + refund.amount, 0);
  return back < amount;
}

/**
 * The lifetime passes that took the place of a subscription: paid while it ran, and there when it ended, however long calls to
 * Stripe failed meanwhile.
 */
const listTakers = (
  account: StripeAccount,
  owner: Owner,
  { created, ended_at }: Subscription,
): Lifetime[] =>
  listLifetimes(account, owner).filter(
    ({ paidAt, charge }) =>
      ended_at !== null &&
      created <= paidAt &&
      paidAt <= ended_at &&
      isKeptAt(account, charge, ended_at - 1),
  );

const isWithdrawnByOwner = ({ withdrawn, returned }: Owner, { session, charge }: Lifetime) =>
  withdrawn.has(session.id) && !returned.has(charge.id);

/** Whether a payment went back, or the operator has ended what it paid with a refund. */
const isGone = (
  account: StripeAccount,
  { returned }: Owner,
  charge: Charge | undefined,
  assumed?: PaymentAssumptions,
) => charge !== undefined && (returned.has(charge.id) || !isChargePaid(account, charge, assumed));

/** Whether the rest of a payment went back when a lifetime pass took over what it had paid, or with a withdrawal from that. */
export function isUnusedPartReturned(
  account: StripeAccount,
  owner: Owner,
  subscription: Subscription,
  charge: Charge | undefined,
): boolean {
  const end = subscription.ended_at ?? 0;
  return listTakers(account, owner, subscription).some(
    (taker) =>
      isWithdrawnByOwner(owner, taker) ||
      [...account.refunds.values()].some(
        (refund) =>
          refund.charge === charge?.id && refund.created >= taker.paidAt && refund.created <= end,
      ),
  );
}

/** What a subscription that has ended still gives; null for nothing. */
export function findRemainingPaidTime(
  account: StripeAccount,
  owner: Owner,
  subscription: Subscription,
  assumed: PaymentAssumptions,
): { plan: 'monthly' | 'yearly'; paidUntil: number } | null {
  const { id, ended_at } = subscription;
  if (ended_at === null) return null;
  const paid = [...account.invoices.values()]
    .filter((one) => getSubscriptionIdOfInvoice(one) === id && one.status === 'paid')
    .map((invoice) => ({
      invoice,
      charge: findChargeOfInvoice(account, invoice),
      end: Math.max(...listInvoicedPeriods(invoice).map(({ end }) => end)),
    }))
    .toSorted((a, b) => b.end - a.end);
  const kept = paid.find(({ charge }) => !isGone(account, owner, charge, assumed));
  const lifetimes = listLifetimes(account, owner);
  const hasKept = lifetimes.some(({ charge }) => !isGone(account, owner, charge, assumed));
  if (!kept || kept.end <= ended_at || hasKept) return null;
  if (isUnusedPartReturned(account, owner, subscription, kept.charge)) return null;
  const wasYear =
    paid.indexOf(kept) > 0 && paid[0]?.invoice.billing_reason === 'subscription_update';
  const isOwedAgain =
    kept === paid[0] && kept.charge !== undefined && isRefundOwedAgain(account, kept.charge);
  const isTakenOver = wasYear || listTakers(account, owner, subscription).length > 0;
  if (!isOwedAgain && !isTakenOver) return null;
  const isYearly = kept.invoice.lines.data.some(
    ({ pricing }) =>
      account.prices.get(pricing.price_details.price)?.recurring?.interval === 'year',
  );
  return { plan: isYearly ? 'yearly' : 'monthly', paidUntil: kept.end };
}
