import type { Payment, ProviderPurchase, ProviderState, ProviderSubscription } from '../policy.ts';

const DAY_MS = 86_400_000;
/** How long a pass can be withdrawn from after its purchase or a change of plan. */
export const WITHDRAWAL_MS = 14 * DAY_MS;

/** A payment of which a part is refunded when its pass is withdrawn from before `until`. */
export interface RefundablePayment {
  paymentRef: string;
  /** Amount refunded already, in minor units. */
  refundedMinor: number;
  /** Amount refunded in all after the withdrawal. */
  upToMinor: number;
  /** ISO 8601. */
  until: string;
}

function toReturnable(payment: Payment, upToMinor: number, boughtAt: Date): RefundablePayment[] {
  const { id, refundedMinor, dispute } = payment;
  // A disputed payment cannot be refunded.
  if (dispute === 'open' || dispute === 'lost' || refundedMinor >= upToMinor) return [];
  const until = new Date(boughtAt.getTime() + WITHDRAWAL_MS).toISOString();
  return [{ paymentRef: id, refundedMinor, upToMinor, until }];
}

/** Returns the refund of the part of a payment that was credited to a later one; empty without a credit. */
const toCredit = (payment: Payment, creditMinor: number, changedAt: Date) =>
  creditMinor > 0
    ? toReturnable(
        payment,
        Math.min(payment.amountMinor, payment.refundedMinor + creditMinor),
        changedAt,
      )
    : [];

/**
 * Lists the refunds due if the owner withdraws from a subscription (the legal right of withdrawal): its first payment,
 * for 14 days from its start; a change of plan, for 14 days, with the credit deducted from it. Renewals are not
 * refunded. Entries may have expired.
 */
export function listSubscriptionRefunds({
  payments,
  startedAt,
}: ProviderSubscription): RefundablePayment[] {
  return payments.flatMap(({ payment, reason, creditMinor }, index) => {
    if (reason === 'renewal') return [];
    const at = reason === 'change' ? payment.at : startedAt;
    const before = payments[index - 1];
    return [
      ...toReturnable(payment, payment.amountMinor, at),
      ...(before ? toCredit(before.payment, creditMinor, at) : []),
    ];
  });
}

/**
 * Lists the refunds due if the owner withdraws from a pass that was paid once, with those of the subscription that it
 * replaced. Entries may have expired.
 */
export function listPurchaseRefunds(
  { payment, replaced }: ProviderPurchase,
  { subscriptions }: Pick<ProviderState, 'subscriptions'>,
): RefundablePayment[] {
  const former = subscriptions.find(({ id }) => id === replaced?.subscriptionId);
  const last = former?.payments.findLast(({ payment: { at } }) => at <= payment.at);
  return [
    ...toReturnable(payment, payment.amountMinor, payment.at),
    ...(last && replaced ? toCredit(last.payment, replaced.creditMinor, payment.at) : []),
    ...(former ? listSubscriptionRefunds(former) : []),
  ];
}

/** The fields of a stored pass that decide its refunds. */
interface Stored {
  returnable: readonly RefundablePayment[];
  revokedAt: Date | null;
}

/**
 * Lists the refunds due if the owner withdraws from a pass at the instant `at`, one for each payment; none once the
 * pass is revoked.
 */
export function listOpenRefunds({ returnable, revokedAt }: Stored, at: Date): RefundablePayment[] {
  if (revokedAt) return [];
  const open = returnable.filter(({ until }) => at < new Date(until));
  return [...Map.groupBy(open, ({ paymentRef }) => paymentRef).values()].flatMap(
    (entries) => entries.toSorted((a, b) => b.upToMinor - a.upToMinor)[0] ?? [],
  );
}

/**
 * Returns when the owner's right to withdraw from a pass ends or ended; null when nothing would be refunded or the pass
 * is revoked.
 */
export function findWithdrawalEnd({ returnable, revokedAt }: Stored): Date | null {
  const ends = returnable.map(({ until }) => Date.parse(until));
  return revokedAt || ends.length === 0 ? null : new Date(Math.max(...ends));
}

/**
 * Computes how much is refunded, in minor units such as cents, when the owner withdraws from a pass at the instant
 * `at`.
 */
export function computeRefundMinor(pass: Stored, at: Date): number {
  return listOpenRefunds(pass, at).reduce(
    (sum, { upToMinor, refundedMinor }) => sum + upToMinor - refundedMinor,
    0,
  );
}
