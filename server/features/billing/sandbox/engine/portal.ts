import type Stripe from 'stripe';
import type { TestCard } from './cards.ts';
import { readTextParam } from './form.ts';
import type { ApiCall } from './listing.ts';
import { createNullFields } from './objects.ts';
import { saveCard } from './payments.ts';
import { tryToPayPendingChange } from './price-changes.ts';
import { getSubscriptionItem, tryToPayInvoice } from './subscriptions.ts';
import type { StripeState } from './state.ts';

/**
 * Makes a new card the default of every subscription of the fake Stripe's customer that is not cancelled, and pays
 * their open invoices with it.
 */
export function replaceDefaultCardAndPayInvoices(stripe: StripeState, card: TestCard): void {
  const method = saveCard(stripe, card);
  for (const subscription of stripe.list<Stripe.Subscription>('subscription')) {
    if (subscription.status === 'canceled') continue;
    subscription.default_payment_method = method.id;
    stripe.put(subscription);
    const invoice = stripe.get<Stripe.Invoice>(subscription.latest_invoice as string);
    if (invoice?.status === 'open' && subscription.pending_update)
      tryToPayPendingChange(stripe, invoice, { isPresent: true, isAuthenticated: true });
    else if (invoice?.status === 'open')
      tryToPayInvoice(stripe, invoice, { isPresent: true, isAuthenticated: true });
    else stripe.emit('customer.subscription.updated', subscription);
  }
}

/**
 * Cancels the subscriptions of the fake Stripe's customer as its portal does in flexible billing mode: `cancel_at` is
 * set to the end of the period, and `cancel_at_period_end` "always returns false"
 * (https://github.com/stripe/stripe-node/issues/2470).
 */
export function cancelSubscriptionsInPortal(stripe: StripeState): void {
  for (const subscription of stripe.list<Stripe.Subscription>('subscription')) {
    if (subscription.status === 'canceled') continue;
    const end = getSubscriptionItem(subscription).current_period_end;
    stripe.put(Object.assign(subscription, { cancel_at: end, canceled_at: stripe.now }));
    stripe.emit('customer.subscription.updated', subscription);
  }
}

/** Opens a session of the portal, as the fake Stripe's call replies. */
export function createPortalSession(
  stripe: StripeState,
  { params }: ApiCall,
  _id: string,
  urls: { portal: (session: string) => string },
) {
  const id = stripe.nextId('bps');
  return stripe.put<Stripe.BillingPortal.Session>({
    ...createNullFields('customer_account', 'flow', 'on_behalf_of'),
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_fixture',
    created: stripe.now,
    customer: `cus_${stripe.key}`,
    livemode: false,
    locale: null,
    return_url: readTextParam(params, 'return_url') ?? null,
    url: urls.portal(id),
  });
}
