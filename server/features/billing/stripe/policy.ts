/**
 * Types of Stripe's events after which a customer's state is read again: those that the operator has Stripe send
 * (docs/selling.md, to which a test holds this list).
 */
export const SYNCED_EVENT_TYPES: ReadonlySet<string> = new Set([
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'credit_note.created',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'refund.created',
  'refund.failed',
  'refund.updated',
]);
