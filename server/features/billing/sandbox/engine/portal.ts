import type Stripe from 'stripe';
import type { TestCard } from './cards.ts';
import { saveCard } from './payments.ts';
import { payInvoice } from './subscriptions.ts';
import type { StripeState } from './state.ts';

/**
 * Makes a new card the default of every subscription of the fake Stripe's customer that is not cancelled, and pays
 * their open invoices with it.
 */
export function replaceDefaultCard(stripe: StripeState, card: TestCard): void {
  const method = saveCard(stripe, card);
  for (const subscription of stripe.list<Stripe.Subscription>('subscription')) {
    if (subscription.status === 'canceled') continue;
    subscription.default_payment_method = method.id;
    stripe.put(subscription);
    const invoice = stripe.get<Stripe.Invoice>(subscription.latest_invoice as string);
    if (invoice?.status === 'open')
      payInvoice(stripe, invoice, { isPresent: true, isAuthenticated: true });
    else stripe.emit('customer.subscription.updated', subscription);
  }
}
