import { type StripeAccount, findOrRefuse, StripeRefusal } from './account.ts';
import type { CardBehaviour, Customer, PaymentMethod } from './objects.ts';
import { cancelSubscriptionNow, isSubscriptionEnded } from './subscriptions.ts';

/** Gives a person a new card. */
export function createCard(
  account: StripeAccount,
  mood: CardBehaviour,
  last4: string,
): PaymentMethod {
  const method: PaymentMethod = {
    ...account.make('methods', 'payment_method'),
    type: mood === 'hangs' ? 'sepa_debit' : 'card',
    customer: null,
    ...(mood !== 'hangs' && { card: { brand: 'visa', last4, exp_month: 12, exp_year: 2034 } }),
    metadata: {},
  };
  account.methods.set(method.id, method);
  account.moods.set(method.id, mood);
  return method;
}

/**
 * "Permanently deletes a customer. … Also immediately cancels any active subscriptions on the customer." (Stripe API,
 * Delete a customer.)
 */
export function deleteCustomer(account: StripeAccount, id: string): object {
  const customer = findOrRefuse(account.customers, id, 'customer');
  if (customer.deleted)
    throw new StripeRefusal(404, `No such customer: '${id}'`, 'resource_missing');
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === id && !isSubscriptionEnded(subscription))
      cancelSubscriptionNow(account, subscription, 'cancellation_requested');
  const snapshot = structuredClone(customer);
  customer.deleted = true;
  account.emit('customer.deleted', snapshot);
  return { id, object: 'customer', deleted: true };
}

/** Changes the card in the portal: of the customer and of the subscriptions (Stripe, Customer portal). */
export function changeCard(
  account: StripeAccount,
  customer: Customer,
  method: PaymentMethod,
): void {
  method.customer = customer.id;
  customer.invoice_settings.default_payment_method = method.id;
  account.emit('customer.updated', customer);
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === customer.id && !isSubscriptionEnded(subscription)) {
      subscription.default_payment_method = method.id;
      account.emit('customer.subscription.updated', subscription);
    }
}
