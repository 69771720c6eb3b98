import type Stripe from 'stripe';
import type { Payment } from '../policy.ts';

const toDate = (seconds: number) => new Date(seconds * 1000);

/** Returns what stands for the payment of an order that cost nothing; undefined for one that cost something. */
export function toPaymentIfFreeOrder(
  session: Stripe.Checkout.Session,
  invoices: readonly Stripe.Invoice[],
): Payment | undefined {
  if (session.payment_status !== 'no_payment_required' || session.payment_intent) return undefined;
  const invoice = invoices.find(
    ({ id }) =>
      id === (typeof session.invoice === 'object' ? session.invoice?.id : session.invoice),
  );
  return {
    id: session.id,
    at: toDate(invoice?.status_transitions.paid_at ?? session.created),
    amountMinor: 0,
    refundedMinor: 0,
    disputedMinor: 0,
    currency: (session.currency ?? '').toUpperCase() as Payment['currency'],
    dispute: 'none',
    disputes: [],
    failedRefunds: [],
  };
}
