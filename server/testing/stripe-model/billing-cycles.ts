import { type StripeAccount, StripeRefusal } from './account.ts';
import { computeDiscountAmounts } from './discounts.ts';
import {
  tryToCollectInvoice,
  createInvoice,
  finalizeInvoice,
  findInvoiceIntent,
  applyInvoicePayment,
  computeNextAttemptSeconds,
  getSubscriptionIdOfInvoice,
  voidInvoice,
} from './invoices.ts';
import type { Invoice, Subscription } from './objects.ts';
import { type ChargeOutcome, scheduleBankDebitOutcome } from './payments.ts';
import { computePeriodEndSeconds } from './periods.ts';
import { applyDuePhaseAndCheckIfEnded, refuseIfScheduled } from './schedules.ts';
import {
  cancelSubscriptionNow,
  buildInvoiceLine,
  getStripeTreatmentOfCustomer,
  isSubscriptionEnded,
  getSubscriptionItem,
} from './subscriptions.ts';

/** Has Stripe look at the subscription at the end of its period, and at the instant of a planned end. */
export function schedulePeriodEnd(account: StripeAccount, subscription: Subscription): void {
  const { current_period_end } = getSubscriptionItem(subscription);
  const at = Math.min(current_period_end, subscription.cancel_at ?? Infinity);
  account.schedule(at, () => {
    // "While paused, the subscription stops generating invoices" (Stripe changelog, 2026-09-30.endive).
    if (isSubscriptionEnded(subscription) || subscription.status === 'paused') return;
    const { cancel_at } = subscription;
    if (cancel_at !== null && cancel_at <= account.now())
      return cancelSubscriptionNow(account, subscription, 'cancellation_requested');
    if (getSubscriptionItem(subscription).current_period_end > account.now()) return;
    if (
      applyDuePhaseAndCheckIfEnded(account, subscription, getSubscriptionItem(subscription)) ===
      'ends'
    )
      return cancelSubscriptionNow(account, subscription, 'cancellation_requested');
    renew(account, subscription);
  });
}

/**
 * Begins the next period. The subscription says so at once, and stays active: its invoice is a draft "for approximately one
 * hour" before it is finalised and charged (Stripe, Subscription invoices). While a subscription is unpaid, "invoices are
 * generated … as drafts" (Stripe, How subscriptions work).
 */
function renew(account: StripeAccount, subscription: Subscription): void {
  const item = getSubscriptionItem(subscription);
  const start = item.current_period_end;
  item.current_period_start = start;
  item.current_period_end = computePeriodEndSeconds(
    subscription.billing_cycle_anchor,
    start,
    item.price,
  );
  const invoice = createInvoice(account, subscription, {
    reason: 'subscription_cycle',
    lines: [
      buildInvoiceLine(account, subscription, item.price, {
        amount: item.price.unit_amount,
        period: { start, end: item.current_period_end },
        discounts: computeDiscountAmounts(
          account,
          subscription.discounts,
          item.price.unit_amount,
          start,
        ),
      }),
    ],
    period: { start, end: start },
  });
  account.emit('customer.subscription.updated', subscription);
  schedulePeriodEnd(account, subscription);
  if (subscription.status === 'unpaid') return;
  if (subscription.pause_collection) return leaveOut(account, subscription, invoice);
  const { draftTime } = getStripeTreatmentOfCustomer(account, subscription.customer);
  invoice.automatically_finalizes_at = account.now() + draftTime;
  account.schedule(invoice.automatically_finalizes_at, () => {
    if (invoice.status !== 'draft' || !invoice.auto_advance) return;
    finalizeInvoice(account, invoice);
    chargeRenewal(account, subscription, invoice);
  });
}

/** Charges a renewal, and plans the next attempt or what the operator has chosen for the last one. */
export function chargeRenewal(
  account: StripeAccount,
  subscription: Subscription,
  invoice: Invoice,
  isConfirmed = false,
): ChargeOutcome {
  const outcome = tryToCollectInvoice(account, invoice, isConfirmed);
  if (outcome === 'succeeded') reactivateSubscriptionIfPaid(account, subscription, invoice);
  const intent = findInvoiceIntent(account, invoice.id);
  if (outcome === 'processing' && intent)
    scheduleBankDebitOutcome(account, intent, (settled) => {
      if (settled === 'succeeded') {
        applyInvoicePayment(account, invoice);
        return reactivateSubscriptionIfPaid(account, subscription, invoice);
      }
      account.emit('invoice.payment_failed', invoice);
      scheduleNextPaymentAttempt(account, subscription, invoice);
    });
  if (outcome !== 'declined' && outcome !== 'requires_action') return outcome;
  scheduleNextPaymentAttempt(account, subscription, invoice);
  return outcome;
}

/** Plans the next attempt, or what the operator has chosen for the time after the last one. */
export function scheduleNextPaymentAttempt(
  account: StripeAccount,
  subscription: Subscription,
  invoice: Invoice,
): void {
  const again = computeNextAttemptSeconds(account, invoice);
  invoice.next_payment_attempt = again;
  if (!isSubscriptionEnded(subscription) && !['unpaid', 'paused'].includes(subscription.status)) {
    subscription.status = 'past_due';
    account.emit('customer.subscription.updated', subscription);
  }
  if (again !== null && again > account.now())
    account.schedule(again, () => {
      if (invoice.status === 'open' && invoice.auto_advance && !isSubscriptionEnded(subscription))
        chargeRenewal(account, subscription, invoice);
    });
  else if (invoice.next_payment_attempt === null) endDunning(account, subscription);
}

/** "Active: the most recent invoice has been paid" (Stripe, How subscriptions work). */
export function reactivateSubscriptionIfPaid(
  account: StripeAccount,
  subscription: Subscription,
  invoice: Invoice,
): void {
  if (isSubscriptionEnded(subscription) || subscription.latest_invoice !== invoice.id) return;
  if (subscription.status === 'active') return;
  const wasPaused = subscription.status === 'paused';
  subscription.status = 'active';
  account.emit('customer.subscription.updated', subscription);
  if (wasPaused) goOnAfterPause(account, subscription);
}

/**
 * "You can also configure automatic resumption when that invoice is paid … and choose whether to reset the billing cycle anchor"
 * (Stripe changelog, 2026-09-30.endive): here as docs/selling.md asks for, with a period that begins anew where it is over.
 */
function goOnAfterPause(account: StripeAccount, subscription: Subscription): void {
  account.emit('customer.subscription.resumed', subscription);
  if (getSubscriptionItem(subscription).current_period_end <= account.now())
    renew(account, subscription);
}

function endDunning(account: StripeAccount, subscription: Subscription): void {
  // A bank debit may fail days after its subscription has ended.
  if (isSubscriptionEnded(subscription)) return;
  const chosen = getStripeTreatmentOfCustomer(account, subscription.customer).dunning;
  if (chosen === 'cancel') cancelSubscriptionNow(account, subscription, 'payment_failed');
  if (chosen === 'unpaid') {
    subscription.status = 'unpaid';
    account.emit('customer.subscription.updated', subscription);
  }
  if (chosen === 'pause') pauseAfterLastFailure(account, subscription);
}

/**
 * "Pause subscriptions after a payment failure to stop service delivery and invoice generation without canceling"; those "that use
 * flexible billing mode can pause", and others are cancelled (Stripe, Pause subscriptions after payment failure).
 */
function pauseAfterLastFailure(account: StripeAccount, subscription: Subscription): void {
  if (subscription.billing_mode.type !== 'flexible')
    return cancelSubscriptionNow(account, subscription, 'payment_failed');
  subscription.status = 'paused';
  account.emit('customer.subscription.paused', subscription);
  account.emit('customer.subscription.updated', subscription);
}

/**
 * Has a subscription end with its period, or go on. Classic: "cancel_at_period_end is true, cancel_at is the
 * current_period_end timestamp" (Stripe, Compare classic and flexible billing mode). `byTimestamp` is how the portal does
 * it in flexible mode: "cancel_at_period_end is false, cancel_at is the max current_period_end".
 */
export function setSubscriptionEnd(
  account: StripeAccount,
  subscription: Subscription,
  ends: boolean,
  byTimestamp = false,
): void {
  if (isSubscriptionEnded(subscription))
    throw new StripeRefusal(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  refuseIfScheduled(subscription);
  const { current_period_end } = getSubscriptionItem(subscription);
  subscription.cancel_at_period_end = ends && !byTimestamp;
  subscription.cancel_at = ends ? current_period_end : null;
  subscription.canceled_at = ends ? account.now() : null;
  subscription.cancellation_details.reason = ends ? 'cancellation_requested' : null;
  schedulePeriodEnd(account, subscription);
  account.emit('customer.subscription.updated', subscription);
}

/**
 * Pays the latest open invoice of a subscription by hand, or the oldest, as its owner does on Stripe's page: also where Stripe collects
 * it no more, since cancelling stops "automatic collection" alone (Stripe API, Cancel a subscription).
 */
export function payOpenInvoice(
  account: StripeAccount,
  subscription: Subscription,
  isOldest = false,
): ChargeOutcome | null {
  const invoice = [...account.invoices.values()]
    .filter((one) => one.status === 'open' && getSubscriptionIdOfInvoice(one) === subscription.id)
    .at(isOldest ? 0 : -1);
  if (!invoice) return null;
  const intent = findInvoiceIntent(account, invoice.id);
  if (intent?.status === 'processing') return null;
  const isLatest = invoice.id === subscription.latest_invoice && !subscription.pending_update;
  return isLatest && !isSubscriptionEnded(subscription)
    ? chargeRenewal(account, subscription, invoice, true)
    : tryToCollectInvoice(account, invoice, true);
}

/**
 * "All invoices generated before the resumes_at date are immediately marked as void"; "kept as draft", or "marked
 * uncollectible", where the operator chose so (Stripe, Pause payment collection). "The subscription's status remains
 * unchanged."
 */
function leaveOut(
  account: StripeAccount,
  { pause_collection }: Subscription,
  invoice: Invoice,
): void {
  invoice.auto_advance = false;
  if (pause_collection?.behavior === 'void') voidInvoice(account, invoice);
  if (pause_collection?.behavior === 'mark_uncollectible') {
    invoice.status = 'uncollectible';
    invoice.status_transitions.marked_uncollectible_at = account.now();
    account.emit('invoice.marked_uncollectible', invoice);
  }
}

/** Pauses the collection of payments, "until you unset pause_collection" or until `resumes_at`; null has it go on. */
export function pauseCollection(
  account: StripeAccount,
  subscription: Subscription,
  pause: Subscription['pause_collection'],
): void {
  if (isSubscriptionEnded(subscription))
    throw new StripeRefusal(400, 'A canceled subscription can only update its metadata.');
  subscription.pause_collection = pause;
  const at = pause?.resumes_at ?? null;
  if (at !== null && at <= account.now())
    throw new StripeRefusal(400, 'The `resumes_at` timestamp must be in the future.');
  account.emit('customer.subscription.updated', subscription);
  if (at === null) return;
  account.schedule(at, () => {
    if (isSubscriptionEnded(subscription) || subscription.pause_collection !== pause) return;
    subscription.pause_collection = null;
    account.emit('customer.subscription.updated', subscription);
  });
}
