import { type StripeAccount, StripeRefusal } from './account.ts';
import {
  tryToCollectInvoice,
  createInvoice,
  findInvoiceIntent,
  getSubscriptionIdOfInvoice,
  voidInvoice,
} from './invoices.ts';
import type { Invoice, InvoiceLine, Price, Subscription } from './objects.ts';
import { computePeriodEndSeconds } from './periods.ts';
import { schedulePeriodEnd } from './billing-cycles.ts';
import { computeDiscountAmounts } from './discounts.ts';
import {
  buildInvoiceLine,
  isSubscriptionEnded,
  getSubscriptionItem,
  PENDING_UPDATE_LIFETIME_S,
} from './subscriptions.ts';

/**
 * What was paid for the present period: the credit of a proration is "based on the original amount previously debited"
 * (Stripe, Compare classic and flexible billing mode).
 */
function sumPaidForPeriod(account: StripeAccount, subscription: Subscription): number {
  const item = getSubscriptionItem(subscription);
  return [...account.invoices.values()]
    .filter((one) => one.status === 'paid' && getSubscriptionIdOfInvoice(one) === subscription.id)
    .flatMap(({ lines }) => lines.data)
    .filter(({ period }) => period.end === item.current_period_end)
    .reduce(
      (sum, { amount, discount_amounts }) =>
        discount_amounts.reduce((left, one) => left - one.amount, sum + amount),
      0,
    );
}

/** The lines of the invoice by which a subscription goes to another price at an instant (seconds). */
export function computeUpgradeLines(
  account: StripeAccount,
  subscription: Subscription,
  price: Price,
  at: number,
  prorates = true,
): InvoiceLine[] {
  const item = getSubscriptionItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const paid = sumPaidForPeriod(account, subscription);
  const unused = Math.round((paid * Math.max(0, end - at)) / (end - start));
  const next = buildInvoiceLine(account, subscription, price, {
    amount: price.unit_amount,
    period: { start: at, end: computePeriodEndSeconds(at, at, price) },
    discounts: computeDiscountAmounts(account, subscription.discounts, price.unit_amount, at),
  });
  if (!prorates) return [next];
  const credit = buildInvoiceLine(account, subscription, item.price, {
    amount: -unused,
    period: { start: at, end },
    proration: true,
  });
  return [credit, next];
}

/**
 * The invoice that an upgrade would make; nothing is stored. `amount_due` is what would be taken from the card: "The credit
 * balance automatically applies to the next finalized invoice" (Stripe, Customer credit balance); "Starting customer balance
 * before attempting to pay invoice", "Ending customer balance after" (Stripe API, The Invoice object).
 */
export function previewUpgrade(
  account: StripeAccount,
  subscription: Subscription,
  price: Price,
  at: number,
) {
  const lines = computeUpgradeLines(account, subscription, price, at);
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const discounts = lines.flatMap(({ discount_amounts }) => discount_amounts);
  const total = discounts.reduce((sum, { amount }) => sum - amount, subtotal);
  const balance = account.customers.get(subscription.customer)?.balance ?? 0;
  const due = Math.max(0, total + Math.min(0, balance));
  return {
    id: 'upcoming_in_preview',
    object: 'invoice',
    created: account.now(),
    currency: subscription.currency,
    customer: subscription.customer,
    status: 'draft',
    subtotal,
    total_discount_amounts: discounts,
    total,
    amount_due: due,
    amount_remaining: due,
    amount_paid: 0,
    starting_balance: balance,
    ending_balance: balance + total - due,
    lines: { object: 'list', data: lines, has_more: false, url: '/v1/invoices/upcoming/lines' },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
  };
}

interface Upgrade {
  /** The price that it goes to; null where only a new period begins. */
  price: Price | null;
  at: number;
  /** `proration_behavior`: whether the unused time is credited. */
  prorates?: boolean;
  behaviour:
    | 'pending_if_incomplete'
    | 'error_if_incomplete'
    | 'allow_incomplete'
    | 'default_incomplete';
}

/**
 * Moves a subscription to a price of another interval and charges the difference. "If payment fails, the updated values are
 * added to the pending_update hash … The subscription will continue to cycle as if no update request was made" (Stripe,
 * Pending updates reference). With `error_if_incomplete` a refused payment is answered 402 and nothing changes.
 */
export function upgradeSubscription(
  account: StripeAccount,
  subscription: Subscription,
  request: Upgrade,
): void {
  if (isSubscriptionEnded(subscription))
    throw new StripeRefusal(400, 'A canceled subscription can only update its metadata.');
  const { price, at, behaviour, prorates } = request;
  const before = subscription.latest_invoice;
  // That a change waits for a bank debit is not modelled: it arrives at once.
  const method = subscription.default_payment_method ?? '';
  if (account.moods.get(method) === 'hangs') account.moods.set(method, 'pays');
  if (account.moods.get(method) === 'bounces') account.moods.set(method, 'declines');
  const invoice = createInvoice(account, subscription, {
    reason: 'subscription_update',
    lines: computeUpgradeLines(
      account,
      subscription,
      price ?? getSubscriptionItem(subscription).price,
      at,
      prorates,
    ),
    period: { start: at, end: at },
  });
  const outcome = tryToCollectInvoice(account, invoice);
  if (outcome === 'succeeded' || behaviour === 'allow_incomplete')
    return applyUpgrade(account, subscription, request);
  if (behaviour === 'error_if_incomplete') {
    voidInvoice(account, invoice);
    subscription.latest_invoice = before;
    throw outcome === 'requires_action'
      ? new StripeRefusal(
          402,
          'Payment for this subscription requires additional user action before it can be completed successfully.',
          'subscription_payment_intent_requires_action',
          'card_error',
        )
      : new StripeRefusal(402, 'Your card was declined.', 'card_declined', 'card_error');
  }
  // "This time is set to either the trial end time or the current period end, whichever comes first. If these times are
  // greater than 23 hours from the time the update is made, the expired_at time is calculated to 23 hours after."
  const expires_at = Math.min(
    account.now() + PENDING_UPDATE_LIFETIME_S,
    getSubscriptionItem(subscription).current_period_end,
  );
  subscription.pending_update = {
    expires_at,
    subscription_items: price && [{ price: price.id }],
    billing_cycle_anchor: price ? null : at,
  };
  account.emit('customer.subscription.updated', subscription);
  account.schedule(expires_at, () => expirePendingUpdate(account, subscription, invoice));
}

function applyUpgrade(
  account: StripeAccount,
  subscription: Subscription,
  { price: next, at }: Pick<Upgrade, 'price' | 'at'>,
): void {
  const item = getSubscriptionItem(subscription);
  const price = next ?? item.price;
  item.price = price;
  item.current_period_start = at;
  item.current_period_end = computePeriodEndSeconds(at, at, price);
  // "The billing date changes to the date of the update" where the interval does (Stripe, Change prices).
  subscription.billing_cycle_anchor = at;
  if (subscription.cancel_at !== null && subscription.cancel_at_period_end)
    subscription.cancel_at = item.current_period_end;
  subscription.pending_update = null;
  schedulePeriodEnd(account, subscription);
  account.emit('customer.subscription.updated', subscription);
}

function expirePendingUpdate(
  account: StripeAccount,
  subscription: Subscription,
  invoice: Invoice,
): void {
  if (!subscription.pending_update || invoice.status !== 'open') return;
  subscription.pending_update = null;
  voidInvoice(account, invoice);
  account.emit('customer.subscription.pending_update_expired', subscription);
}

/**
 * Voids an invoice; where an upgrade waits for it, the upgrade is given up: "If you cancel a pending update, the
 * pending_update hash is cleared and the associated changes are discarded" (Stripe, Pending updates reference).
 */
export function voidInvoiceAndDiscardUpgrade(account: StripeAccount, invoice: Invoice): void {
  const subscription = account.subscriptions.get(getSubscriptionIdOfInvoice(invoice) ?? '');
  voidInvoice(account, invoice);
  if (!subscription?.pending_update || subscription.latest_invoice !== invoice.id) return;
  subscription.pending_update = null;
  account.emit('customer.subscription.updated', subscription);
}

/** Confirms an upgrade that waits for its owner's bank, on Stripe's page. */
export function confirmUpgrade(account: StripeAccount, subscription: Subscription): void {
  if (!subscription.pending_update) return;
  const [pending] = subscription.pending_update.subscription_items ?? [];
  const price = account.prices.get(pending?.price ?? '') ?? null;
  const invoice = account.invoices.get(subscription.latest_invoice ?? '');
  if (invoice?.status !== 'open' || !findInvoiceIntent(account, invoice.id)) return;
  if (tryToCollectInvoice(account, invoice, true) !== 'succeeded') return;
  applyUpgrade(account, subscription, { price, at: invoice.period_start });
  account.emit('customer.subscription.pending_update_applied', subscription);
}
