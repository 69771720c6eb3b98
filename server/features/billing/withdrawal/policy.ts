import { addDays, getCivilDate } from '#shared/rules/flight-date.ts';
import { toInstant } from '#shared/rules/flights.ts';
import { getFirstWorkingDayFrom } from '#shared/rules/working-days.ts';
import type { Currency, Money } from '#shared/contract/fields.ts';
import { findCreditedPayment } from '../credits/policy.ts';
import type {
  Payment,
  ProviderOneTimePass,
  CustomerState,
  ProviderSubscription,
} from '../policy.ts';

const WITHDRAWAL_DAYS = 14;

/**
 * Returns the last millisecond in which a person in `timeZone` can withdraw from what they ordered at `orderedAt`: the
 * day of the order is not counted, the fourteenth day after it counts to its end, and one that is no working day is
 * followed by the next working day (Code de la consommation, L221-18 and L221-19; Regulation 1182/71, article 3).
 */
export function computeWithdrawalDeadline(orderedAt: Date, timeZone: string): Date {
  const fourteenth = addDays(getCivilDate(timeZone, orderedAt), WITHDRAWAL_DAYS);
  const after = addDays(getFirstWorkingDayFrom(fourteenth), 1);
  return new Date(toInstant(after, '00:00', timeZone).getTime() - 1);
}

/** A payment of which a part is refunded when its pass is withdrawn from at `until` at the latest. */
export interface WithdrawalRefundWithDeadline {
  paymentRef: string;
  currency: Currency;
  /** Amount refunded already, in minor units. */
  refundedMinor: number;
  /** Amount refunded in all after the withdrawal. */
  upToMinor: number;
  until: string;
}

/** An order, from whose instant the time to withdraw is counted in the buyer's time zone. */
interface Ordered {
  at: Date;
  timeZone: string;
}

function toReturnable(
  payment: Payment,
  upToMinor: number,
  { at, timeZone }: Ordered,
): WithdrawalRefundWithDeadline[] {
  const { id, currency, refundedMinor, dispute, amountMinor } = payment;
  if (amountMinor === 0) return toFreeOrder({ id, currency }, { at, timeZone });
  // A disputed payment cannot be refunded.
  if (dispute === 'open' || dispute === 'lost' || refundedMinor >= upToMinor) return [];
  const until = computeWithdrawalDeadline(at, timeZone).toISOString();
  return [{ paymentRef: id, currency, refundedMinor, upToMinor, until }];
}

/** Returns what stands for an order that a code made free: nothing is refunded, but it can be withdrawn from as long (149). */
const toFreeOrder = (
  { id, currency }: Pick<Payment, 'id' | 'currency'>,
  { at, timeZone }: Ordered,
): WithdrawalRefundWithDeadline[] => [
  {
    paymentRef: id,
    currency,
    refundedMinor: 0,
    upToMinor: 0,
    until: computeWithdrawalDeadline(at, timeZone).toISOString(),
  },
];

/** Returns the refund of the part of a payment that was credited to a later one; empty without a credit. */
const toCredit = (payment: Payment, creditMinor: number, changed: Ordered) =>
  creditMinor > 0
    ? toReturnable(
        payment,
        Math.min(payment.amountMinor, payment.refundedMinor + creditMinor),
        changed,
      )
    : [];

/**
 * Lists the refunds of what a lifetime pass had deducted of a subscription: of its last payment, and for what that hadn't paid
 * itself, of the payment that it had credited.
 */
function listDeducted(
  { payments }: ProviderSubscription,
  deductedMinor: number,
  ordered: Ordered,
): WithdrawalRefundWithDeadline[] {
  const last = payments.findLast(({ payment: { at } }) => at <= ordered.at)?.payment;
  if (!last) return [];
  const ofLast = Math.min(deductedMinor, last.amountMinor - last.refundedMinor);
  const credited = findCreditedPayment(payments, last);
  return [
    ...toCredit(last, ofLast, ordered),
    ...(credited ? toCredit(credited.payment, deductedMinor - ofLast, ordered) : []),
  ];
}

/**
 * Lists the refunds due if the owner withdraws from a subscription (the legal right of withdrawal): its first payment,
 * for 14 days after its start, also where it cost nothing; a change of plan, for 14 days, with the credit deducted from it.
 * Renewals are not refunded. Entries may have expired.
 */
export function listSubscriptionRefundsWithDeadlines(
  { id, currency, payments, startedAt, isPeriodPaid }: ProviderSubscription,
  timeZone: string,
): WithdrawalRefundWithDeadline[] {
  const isFree = isPeriodPaid && payments.every(({ reason }) => reason !== 'order');
  const free = isFree ? toFreeOrder({ id, currency }, { at: startedAt, timeZone }) : [];
  const paid = payments.flatMap(({ payment, reason, creditMinor }, index) => {
    if (reason === 'renewal') return [];
    const ordered = { at: reason === 'change' ? payment.at : startedAt, timeZone };
    const before = payments[index - 1];
    return [
      ...toReturnable(payment, payment.amountMinor, ordered),
      ...(before ? toCredit(before.payment, creditMinor, ordered) : []),
    ];
  });
  return [...free, ...paid];
}

/**
 * Lists the refunds due if the owner withdraws from a pass that was paid once, with those of the subscription that it
 * replaced. Entries may have expired.
 */
export function listOneTimePassRefundsWithDeadlines(
  { payment, replaced }: ProviderOneTimePass,
  { subscriptions }: Pick<CustomerState, 'subscriptions'>,
  timeZone: string,
): WithdrawalRefundWithDeadline[] {
  const former = subscriptions.find(({ id }) => id === replaced?.subscriptionId);
  const ordered = { at: payment.at, timeZone };
  return [
    ...toReturnable(payment, payment.amountMinor, ordered),
    ...(former && replaced ? listDeducted(former, replaced.creditMinor, ordered) : []),
    ...(former ? listSubscriptionRefundsWithDeadlines(former, timeZone) : []),
  ];
}

/** The fields of a stored pass that decide its refunds. */
interface Stored {
  returnable: readonly WithdrawalRefundWithDeadline[];
  revokedAt: Date | null;
}

/** Whether something is left of it: not of an order that cost nothing. */
const isOwed = ({ refundedMinor, upToMinor }: WithdrawalRefundWithDeadline): boolean =>
  upToMinor > refundedMinor;

/**
 * Lists the refunds due if the owner withdraws from a pass at the instant `at`, one for each payment; none once the
 * pass is revoked.
 */
export function listRefundsOnWithdrawal(
  { returnable, revokedAt }: Stored,
  at: Date,
): WithdrawalRefundWithDeadline[] {
  if (revokedAt) return [];
  const open = returnable.filter((one) => isOwed(one) && at <= new Date(one.until));
  return [...Map.groupBy(open, ({ paymentRef }) => paymentRef).values()].flatMap(
    (entries) => entries.toSorted((a, b) => b.upToMinor - a.upToMinor)[0] ?? [],
  );
}

/**
 * Returns the last millisecond in which the owner may withdraw from a pass; null for one that is revoked, or whose order
 * can't be withdrawn from.
 */
export function findPassWithdrawalDeadline({ returnable, revokedAt }: Stored): Date | null {
  const ends = returnable.map(({ until }) => Date.parse(until));
  return revokedAt || ends.length === 0 ? null : new Date(Math.max(...ends));
}

/**
 * Computes how much is refunded when the owner withdraws from a pass at the instant `at`: an amount for each currency, since
 * a pass may have replaced one that was paid in another; none where nothing is.
 */
export function sumWithdrawalRefunds(pass: Stored, at: Date): Money[] {
  const refunds = Map.groupBy(listRefundsOnWithdrawal(pass, at), ({ currency }) => currency);
  return [...refunds].map(([currency, entries]) => ({
    currency,
    amountMinor: entries.reduce(
      (sum, { upToMinor, refundedMinor }) => sum + upToMinor - refundedMinor,
      0,
    ),
  }));
}

/**
 * Returns refunds as they are `computed` now, none of which ends earlier than it ended `before`: a person who has travelled
 * keeps the day that they were told.
 */
export function keepLaterRefundDeadlines(
  before: readonly WithdrawalRefundWithDeadline[],
  computed: readonly WithdrawalRefundWithDeadline[],
): WithdrawalRefundWithDeadline[] {
  return computed.map((refund) => {
    const { paymentRef, upToMinor } = refund;
    const told = before.find((one) => one.paymentRef === paymentRef && one.upToMinor === upToMinor);
    return told && told.until > refund.until ? { ...refund, until: told.until } : refund;
  });
}

const DAY_MS = 86_400_000;
/** A person who withdraws for the second time within this time waits for the operator's look at it. */
const REPEATED_WITHIN_MS = 365 * DAY_MS;
/** How long the operator may take for it: half of the fourteen days within which the money is owed (L221-24). */
const HELD_MS = 7 * DAY_MS;
/** How long before that the refund is first tried: a call to the provider that fails must not make it late. */
const TRIED_BEFORE_MS = DAY_MS / 2;

/** Returns until when a withdrawal made at an instant waits for the operator at the latest. */
export const computeWithdrawalHoldEnd = (withdrawnAt: Date): Date =>
  new Date(withdrawnAt.getTime() + HELD_MS);

/** Returns the instant such that withdrawals declared until then are to be released now. */
export const computeWithdrawalReleaseCutoff = (now: Date): Date =>
  new Date(now.getTime() - HELD_MS + TRIED_BEFORE_MS);

/** A pass that a person has withdrawn from or left, or that the operator ended; `returnable` tells which. */
interface EndedPassFields {
  withdrawnAt: Date | null;
  returnable: readonly WithdrawalRefundWithDeadline[];
}

/** Returns whether a pass that went back ended at once by the operator, or by leaving its renewed year. */
export const isEndedWithoutWithdrawal = ({ withdrawnAt, returnable }: EndedPassFields): boolean =>
  withdrawnAt !== null &&
  returnable.every(({ until }) => Date.parse(until) === withdrawnAt.getTime());

/**
 * Returns whether the owner of these passes has withdrawn before within a year. Leaving a year that renewed without a
 * reminder is no withdrawal: its refund was due at once; nor does one count that gave nothing back.
 */
export function hasWithdrawnWithinYear(passes: readonly EndedPassFields[], now: Date): boolean {
  const since = new Date(now.getTime() - REPEATED_WITHIN_MS);
  return passes.some(({ withdrawnAt, returnable }) => {
    if (!withdrawnAt || withdrawnAt < since) return false;
    return returnable.some((one) => isOwed(one) && new Date(one.until) > withdrawnAt);
  });
}
