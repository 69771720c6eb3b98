import type { Currency } from '#shared/contract/fields.ts';

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
}

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

/** Computes the part of a payment, in minor units, that falls on the unused whole days of its period. */
export function computeUnusedCreditMinor(
  {
    periodStart,
    periodEnd,
    paidMinor,
    refundedMinor,
  }: Pick<StoredPass, 'periodStart' | 'periodEnd' | 'paidMinor' | 'refundedMinor'>,
  now: Date,
): number {
  if (!periodStart || !periodEnd) return 0;
  const days = Math.round((periodEnd.getTime() - periodStart.getTime()) / DAY_MS);
  const left = Math.max(0, Math.floor((periodEnd.getTime() - now.getTime()) / DAY_MS));
  return Math.floor((((paidMinor ?? 0) - (refundedMinor ?? 0)) * left) / days);
}

/** Stripe's smallest card payment, in minor units. */
const MIN_CHARGE_MINOR = 50;
