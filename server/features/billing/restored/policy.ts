import {
  isFullyRefundedOrLost,
  isRefundOwedAgain,
  type ComputedPass,
  type Payment,
  type CustomerState,
  type ProviderSubscription,
} from '../policy.ts';
import {
  isEndedWithoutWithdrawal,
  type WithdrawalRefundWithDeadline,
} from '../withdrawal/policy.ts';

export interface PassesEndedInApp {
  /** The provider's ids of what its owner has withdrawn from. */
  withdrawn: ReadonlySet<string>;
  /** The payments of passes that the operator has ended, whether their refund succeeds or not: a bank may hold them. */
  returned: ReadonlySet<string>;
}

/** The fields of a stored pass that tell who ended it. */
interface Stored {
  providerRef: string | null;
  withdrawnAt: Date | null;
  returnable: readonly WithdrawalRefundWithDeadline[];
}

/** Reads from the rows of a person which passes their owner or the operator ended in the app. */
export function readPassesEndedInApp(rows: readonly Stored[]): PassesEndedInApp {
  const given = rows.filter(({ withdrawnAt }) => withdrawnAt !== null);
  const byOwner = given.filter((row) => !isEndedWithoutWithdrawal(row));
  const refunds = given.filter(isEndedWithoutWithdrawal).flatMap(({ returnable }) => returnable);
  return {
    withdrawn: new Set(byOwner.map(({ providerRef }) => providerRef ?? '')),
    returned: new Set(refunds.map(({ paymentRef }) => paymentRef)),
  };
}

/**
 * Gives back, to passes that another one had taken over with their rest credited, the time that was paid for them, where
 * that other one went back whole: by the operator, or by a bank (decision 133). Not by its owner's withdrawal, which gives
 * the credited money back, nor where the earlier payment went back too. And, to a pass that ended with its refund, where the
 * bank sent that back: until it is made again.
 */
export const restoreTakenOverPaidTime = (
  passes: readonly ComputedPass[],
  state: CustomerState,
  given: PassesEndedInApp,
): ComputedPass[] =>
  passes.map((pass) => {
    const subscription = state.subscriptions.find(({ id }) => id === pass.providerRef);
    return { ...pass, ...(subscription && findPaidRest(subscription, state, given)) };
  });

/** Finds what a subscription still gives after all; null without such a time. */
function findPaidRest(
  subscription: ProviderSubscription,
  { purchases }: CustomerState,
  { withdrawn, returned }: PassesEndedInApp,
): Partial<ComputedPass> | null {
  const { id, lastPayment, endedAt, paidUntil } = subscription;
  const isGone = (payment: Payment) => isFullyRefundedOrLost(payment) || returned.has(payment.id);
  const lifetimes = purchases.filter(({ plan }) => plan === 'lifetime');
  const takers = lifetimes.filter(({ replaced }) => replaced?.subscriptionId === id);
  const isKept = lifetimes.some(({ payment }) => !isGone(payment));
  if (isKept || [id, ...takers.map(({ payment }) => payment.id)].some((ref) => withdrawn.has(ref)))
    return null;
  if (lastPayment && isGone(lastPayment)) return findFormerRest(subscription, isGone);
  if (!endedAt || paidUntil <= endedAt) return null;
  if (lastPayment && isRefundOwedAgain(lastPayment)) return toRest(paidUntil);
  // Where nothing was credited, as in another currency, the rest was refunded when it was taken over.
  const taker = takers.find(
    ({ replaced }) => (replaced?.creditMinor ?? 0) > 0 || !lastPayment?.refundedMinor,
  );
  if (!taker) return null;
  return { ...toRest(paidUntil), restored: { plan: 'lifetime', payment: taker.payment } };
}

/** Finds what is left of the month that a subscription was before it became a year, whose payment went back. */
function findFormerRest(
  { payments, lastPayment }: ProviderSubscription,
  isGone: (payment: Payment) => boolean,
): Partial<ComputedPass> | null {
  const change = payments.find(({ payment }) => payment.id === lastPayment?.id);
  if (change?.reason !== 'change') return null;
  const former = payments.findLast(
    ({ payment, until }) =>
      payment !== change.payment &&
      payment.at <= change.payment.at &&
      until > change.payment.at &&
      !isGone(payment),
  );
  if (!former) return null;
  const { id, at, amountMinor, refundedMinor } = former.payment;
  return {
    ...toRest(former.until),
    restored: { plan: 'yearly', payment: change.payment },
    plan: 'monthly',
    isRevoked: false,
    periodStart: at,
    renewedAt: null,
    paymentRef: id,
    paidMinor: amountMinor,
    refundedMinor,
    creditedMinor: 0,
    taxMinor: null,
  };
}

const toRest = (until: Date): Partial<ComputedPass> => ({
  endsAt: until,
  periodEnd: until,
  paidUntil: until,
  pausedUntil: null,
  nextPlan: null,
  pendingChange: null,
  declineCode: null,
  asksBank: false,
});
