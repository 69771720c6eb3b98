import { computeUnusedCreditMinor, findCreditedPayment } from '../credits/policy.ts';
import {
  isFullyRefundedOrLost,
  isRefundOwedAgain,
  type Payment,
  type ProviderOneTimePass,
  type CustomerState,
  type ProviderSubscription,
} from '../policy.ts';

export interface PurchaseCorrections {
  /** Payments to refund, each until `upToMinor` of it have been refunded. */
  refund: { paymentId: string; upToMinor: number }[];
  end: string[];
  /** Subscriptions whose payments are to be paused again until an instant. */
  pause: { id: string; until: Date }[];
}

/**
 * Finds purchases that a customer pays for needlessly: a subscription beside a lifetime pass, a second pass of either
 * kind, one that was paid after it had ended or for a time that was over, and a subscription whose last payment was given back, which gives no access and would charge again. The best
 * subscription is kept (paid before unpaid, then the oldest); of the others the last payment is refunded, if it was
 * made after the lifetime pass was ordered or there is none: earlier ones were used, or deducted from its price. And
 * finds pauses that were lifted for a payment that never came.
 */
export function computePurchaseCorrections(
  { subscriptions, purchases }: CustomerState,
  now: Date,
): PurchaseCorrections {
  const owned = purchases
    .filter(({ plan, payment }) => plan === 'lifetime' && !isFullyRefundedOrLost(payment))
    // It goes back again: what was bought meanwhile stays.
    .filter(({ payment }) => !isRefundOwedAgain(payment))
    .toSorted((a, b) => a.payment.at.getTime() - b.payment.at.getTime());
  const alive = subscriptions
    .filter(({ endedAt, status }) => endedAt === null && !/^(canceled|incomplete)/.test(status))
    .toSorted(compareForKeeping);
  const [lifetime, ...moreLifetimes] = owned;
  const [best] = alive;
  const kept = lifetime || !best || isFullyRefundedOrLost(best.lastPayment) ? null : best;
  const superfluous = alive.filter((one) => one !== kept);
  return {
    refund: [
      ...moreLifetimes.flatMap(({ payment }) =>
        payment.dispute === 'open' || payment.amountMinor === 0 ? [] : [toWholeRefund(payment)],
      ),
      ...superfluous.flatMap((one) => findNeedlessPayment(one, lifetime)),
      ...subscriptions.flatMap(listLatePayments),
    ],
    end: superfluous.map(({ id }) => id),
    pause:
      kept?.lapsedPause && kept.lapsedPause > now ? [{ id: kept.id, until: kept.lapsedPause }] : [],
  };
}

const toWholeRefund = ({ id, amountMinor }: Payment) => ({
  paymentId: id,
  upToMinor: amountMinor,
});

/**
 * Lists what was paid for a subscription that had ended by then, as by a bank debit that was on its way, or for a time that was over,
 * as on the page of an old invoice: it gives nothing.
 */
const listLatePayments = ({ payments, endedAt }: ProviderSubscription) =>
  payments
    .filter(
      ({ payment, paidAt, until }) =>
        (paidAt >= until || (endedAt !== null && paidAt > endedAt)) &&
        payment.dispute !== 'open' &&
        !isFullyRefundedOrLost(payment),
    )
    .map(({ payment }) => toWholeRefund(payment));

/** Finds what to refund of a superfluous subscription's last payment. */
function findNeedlessPayment(
  subscription: ProviderSubscription,
  lifetime: ProviderOneTimePass | undefined,
): PurchaseCorrections['refund'] {
  const { id, lastPayment, isPeriodPaid } = subscription;
  if (!lastPayment || !isPeriodPaid || isFullyRefundedOrLost(lastPayment)) return [];
  // A disputed payment cannot be refunded: the bank decides about it.
  if (lastPayment.dispute === 'open') return [];
  if (!lifetime || lastPayment.at >= lifetime.orderedAt) return [toWholeRefund(lastPayment)];
  const { replaced, payment } = lifetime;
  if (replaced?.subscriptionId === id && replaced.creditMinor > 0) return [];
  // Nothing was deducted: it was paid in another currency.
  return listUnusedParts(subscription, payment.at);
}

/** Lists what to refund of the unused days of a period: of its payment, and of the one that was credited by that. */
function listUnusedParts(
  subscription: ProviderSubscription,
  at: Date,
): PurchaseCorrections['refund'] {
  const { lastPayment, payments, periodStart, periodEnd } = subscription;
  if (!lastPayment) return [];
  const computeUnused = (paidMinor: number, refundedMinor = 0) =>
    computeUnusedCreditMinor(
      { periodStart, periodEnd, paidMinor, refundedMinor, creditedMinor: 0 },
      at,
    );
  const { id: paymentId, amountMinor, refundedMinor } = lastPayment;
  const unused = computeUnused(amountMinor, refundedMinor);
  const credited = findCreditedPayment(payments, lastPayment);
  const before = credited && {
    paymentId: credited.payment.id,
    upToMinor: computeUnused(credited.creditMinor),
  };
  return [
    ...(unused > 0 ? [{ paymentId, upToMinor: refundedMinor + unused }] : []),
    ...(before && before.upToMinor > credited.payment.refundedMinor ? [before] : []),
  ];
}

/** Sorts the subscription to keep first: one whose payment was not given back, then a paid one, then the oldest. */
function compareForKeeping(a: ProviderSubscription, b: ProviderSubscription): number {
  return (
    Number(isFullyRefundedOrLost(a.lastPayment)) - Number(isFullyRefundedOrLost(b.lastPayment)) ||
    Number(b.isPeriodPaid) - Number(a.isPeriodPaid) ||
    a.startedAt.getTime() - b.startedAt.getTime()
  );
}
