import type { Currency } from '#shared/contract/fields.ts';
import type { Payment, ProviderSubscription } from '../policy.ts';

const DAY_MS = 86_400_000;

interface StoredPass {
  source: 'sandbox' | 'grant' | 'gift' | 'subscription' | 'purchase';
  status: 'live' | 'past_due' | 'ended' | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  paidUntil: Date | null;
  currency: Currency | null;
  paidMinor: number | null;
  refundedMinor: number | null;
  creditedMinor: number | null;
}

/** What was paid for the present period of a pass, as it is stored. */
type PaidForPeriod = Pick<StoredPass, 'paidMinor' | 'refundedMinor' | 'creditedMinor'>;

/**
 * Finds what the last payment of a subscription had credited of the one before: of a year, the days that were left of the
 * month that it was. As much of it as was paid and is there. Null without such a credit.
 */
export function findCreditedPayment(
  payments: ProviderSubscription['payments'],
  last: Payment | null,
): { payment: Payment; creditMinor: number } | null {
  const index = payments.findIndex(({ payment }) => payment.id === last?.id);
  const change = payments[index];
  const before = payments[index - 1]?.payment;
  if (change?.reason !== 'change' || !before) return null;
  const left = before.amountMinor - before.refundedMinor - before.disputedMinor;
  const creditMinor = Math.min(change.creditMinor, left);
  return creditMinor > 0 ? { payment: before, creditMinor } : null;
}

/** Describes what was paid for the present period: the last payment, and what it had credited of the one before. */
export const describeLastPayment = ({
  lastPayment,
  payments,
}: Pick<ProviderSubscription, 'lastPayment' | 'payments'>) => ({
  paymentRef: lastPayment?.id ?? null,
  paidMinor: lastPayment?.amountMinor ?? 0,
  refundedMinor: lastPayment?.refundedMinor ?? 0,
  creditedMinor: findCreditedPayment(payments, lastPayment)?.creditMinor ?? 0,
});

/**
 * Computes, in minor units such as cents, what a lifetime pass costs the owner of a subscription: its price less the
 * unused whole days of the paid period, at least 50. The full price where the period is not paid, or was paid in
 * another currency (then the unused part is refunded). Null for a pass that is no subscription, or has ended.
 */
export function computeLifetimePriceMinor(
  pass: StoredPass,
  price: { currency: Currency; amountMinor: number },
  now: Date,
): number | null {
  const { source, status, currency } = pass;
  if (source !== 'subscription' || status === 'ended' || status === null) return null;
  const isUnpaid = status === 'past_due' || isPeriodUnpaid(pass);
  if (isUnpaid || currency !== price.currency) return price.amountMinor;
  return Math.max(MIN_CHARGE_MINOR, price.amountMinor - computeUnusedCreditMinor(pass, now));
}

/** Whether the present period of a pass is not paid yet: its invoice is a draft for an hour, or up to three days. */
export const isPeriodUnpaid = ({
  periodEnd,
  paidUntil,
}: Pick<StoredPass, 'periodEnd' | 'paidUntil'>) =>
  periodEnd !== null && paidUntil !== null && paidUntil < periodEnd;

/** Whether a renewal is not paid yet: not a first payment that is on its way, nor what a pause leaves out. */
export const isRenewalToBePaid = ({
  startsAt,
  pausedUntil,
  ...pass
}: Pick<StoredPass, 'periodEnd' | 'paidUntil'> & { startsAt: Date; pausedUntil: Date | null }) =>
  pausedUntil === null &&
  pass.paidUntil !== null &&
  pass.paidUntil > startsAt &&
  isPeriodUnpaid(pass);

/**
 * Computes the part of what was paid for a period, in minor units, that falls on its unused whole days: of the payment, and of
 * what that had credited of an earlier one.
 */
export function computeUnusedCreditMinor(
  {
    periodStart,
    periodEnd,
    paidMinor,
    refundedMinor,
    creditedMinor,
  }: Pick<StoredPass, 'periodStart' | 'periodEnd'> & PaidForPeriod,
  now: Date,
): number {
  if (!periodStart || !periodEnd) return 0;
  const days = Math.round((periodEnd.getTime() - periodStart.getTime()) / DAY_MS);
  const left = Math.max(0, Math.floor((periodEnd.getTime() - now.getTime()) / DAY_MS));
  const leftMinor = (paidMinor ?? 0) - (refundedMinor ?? 0) + (creditedMinor ?? 0);
  return Math.floor((leftMinor * left) / days);
}

/** Stripe's smallest card payment, in minor units. */
const MIN_CHARGE_MINOR = 50;
