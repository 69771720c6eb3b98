import type Stripe from 'stripe';
import type { TestCard } from './cards.ts';
import { saveCard } from './payments.ts';
import { payInvoice } from './subscriptions.ts';
import type { World } from './world.ts';

/** Makes a new card the default of every subscription that is not cancelled, and pays open invoices with it. */
export function saveCardForAll(world: World, card: TestCard): void {
  const method = saveCard(world, card);
  for (const subscription of world.list<Stripe.Subscription>('subscription')) {
    if (subscription.status === 'canceled') continue;
    subscription.default_payment_method = method.id;
    world.put(subscription);
    const invoice = world.get<Stripe.Invoice>(subscription.latest_invoice as string);
    if (invoice?.status === 'open')
      payInvoice(world, invoice, { isPresent: true, isAuthenticated: true });
    else world.emit('customer.subscription.updated', subscription);
  }
}
