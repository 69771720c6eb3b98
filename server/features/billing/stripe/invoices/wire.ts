import type Stripe from 'stripe';
import type { Payment, ProviderSubscription } from '../../policy.ts';

// What the invoices of a subscription say of the time that they are for.

const toDate = (seconds: number) => new Date(seconds * 1000);

/** Whether an invoice was paid before the time was over that it is for: later, it buys nothing, and goes back. */
export const isPaidInTime = (invoice: Stripe.Invoice): boolean =>
  invoice.status === 'paid' &&
  (invoice.status_transitions.paid_at ?? 0) < Math.max(...listPeriodEnds(invoice));

/** Finds the end of the last period that an invoice was paid for; null without one. */
export function findPaidUntil(invoices: readonly Stripe.Invoice[]): Date | null {
  const ends = invoices.filter(isPaidInTime).flatMap(listPeriodEnds);
  return ends.length > 0 ? toDate(Math.max(...ends)) : null;
}

/** The ends of the periods that an invoice is for, without those that it gives back (seconds). */
const listPeriodEnds = ({ lines }: Stripe.Invoice): number[] =>
  lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period.end);

const INVOICE_REASONS: Partial<Record<string, ProviderSubscription['payments'][number]['reason']>> =
  {
    subscription_create: 'order',
    subscription_update: 'change',
  };

/** Converts a payment with the invoice that it paid to our own form. */
export function toPaymentWithInvoice(invoice: Stripe.Invoice, payment: Payment) {
  const { billing_reason, lines } = invoice;
  const deducted = lines.data.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  return {
    payment,
    reason: INVOICE_REASONS[billing_reason ?? ''] ?? ('renewal' as const),
    creditMinor: -deducted,
    paidAt: toDate(invoice.status_transitions.paid_at ?? invoice.created),
    until: toDate(Math.max(0, ...listPeriodEnds(invoice))),
  };
}
