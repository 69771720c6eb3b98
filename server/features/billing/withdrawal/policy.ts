import type { Payment, ProviderPurchase, ProviderState, ProviderSubscription } from '../policy.ts';

const DAY_MS = 86_400_000;
/** How long a pass can be given back after it was bought, or after it was changed. */
export const WITHDRAWAL_MS = 14 * DAY_MS;

/** A payment of which something goes back when its pass is given back before `until`. */
export interface Returnable {
  paymentRef: string;
  /** What of it has gone back already. */
  refundedMinor: number;
  /** What of it has gone back in all afterwards. */
  upToMinor: number;
  /** ISO 8601. */
  until: string;
}

function toReturnable(payment: Payment, upToMinor: number, boughtAt: Date): Returnable[] {
  const { id, refundedMinor, dispute } = payment;
  // What a bank has taken back can't be given back.
  if (dispute === 'open' || dispute === 'lost' || refundedMinor >= upToMinor) return [];
  const until = new Date(boughtAt.getTime() + WITHDRAWAL_MS).toISOString();
  return [{ paymentRef: id, refundedMinor, upToMinor, until }];
}

/** What was deducted from a later price because it had been paid before. */
const toCredit = (payment: Payment, creditMinor: number, changedAt: Date) =>
  creditMinor > 0
    ? toReturnable(
        payment,
        Math.min(payment.amountMinor, payment.refundedMinor + creditMinor),
        changedAt,
      )
    : [];

/**
 * Lists the payments that are refunded when a subscription is withdrawn from. Its first payment can be returned for 14 days. A change to another
 * plan is an order of its own: for 14 days its payment can be returned, with what was deducted of the payment before.
 * A renewal is no order, and its payment is not listed.
 */
export function listSubscriptionRefunds({
  payments,
  startedAt,
}: ProviderSubscription): Returnable[] {
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

/** Lists the payments that are refunded when a pass that was paid once is withdrawn from, with those of a subscription that it replaced. */
export function listPurchaseRefunds(
  { payment, replaced }: ProviderPurchase,
  { subscriptions }: Pick<ProviderState, 'subscriptions'>,
): Returnable[] {
  const former = subscriptions.find(({ id }) => id === replaced?.subscriptionId);
  const last = former?.payments.findLast(({ payment: { at } }) => at <= payment.at);
  return [
    ...toReturnable(payment, payment.amountMinor, payment.at),
    ...(last && replaced ? toCredit(last.payment, replaced.creditMinor, payment.at) : []),
    ...(former ? listSubscriptionRefunds(former) : []),
  ];
}

/** A stored pass, as far as it decides what goes back. */
interface Stored {
  returnable: readonly Returnable[];
  revokedAt: Date | null;
}

/** Lists the payments of a pass, each once, that are refunded when it is withdrawn from at an instant. */
export function listOpenRefunds({ returnable, revokedAt }: Stored, at: Date): Returnable[] {
  if (revokedAt) return [];
  const open = returnable.filter(({ until }) => at < new Date(until));
  return [...Map.groupBy(open, ({ paymentRef }) => paymentRef).values()].flatMap(
    (entries) => entries.toSorted((a, b) => b.upToMinor - a.upToMinor)[0] ?? [],
  );
}

/** Finds when the right to withdraw from a pass ends; null when nothing would be refunded. */
export function findWithdrawalEnd({ returnable, revokedAt }: Stored): Date | null {
  const ends = returnable.map(({ until }) => Date.parse(until));
  return revokedAt || ends.length === 0 ? null : new Date(Math.max(...ends));
}

/** Computes how much is refunded, in minor units, when a pass is withdrawn from at an instant. */
export function computeRefundMinor(pass: Stored, at: Date): number {
  return listOpenRefunds(pass, at).reduce(
    (sum, { upToMinor, refundedMinor }) => sum + upToMinor - refundedMinor,
    0,
  );
}
