import { type StripeAccount, findOrRefuse, StripeRefusal } from './account.ts';
import { type FormHash, readMetadata, readText } from './form.ts';
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

/** Finds a customer by the id in a call's path. @throws as Stripe answers about an unknown or deleted one */
function findCustomerInPath(account: StripeAccount, id: string): Customer {
  const customer = findOrRefuse(account.customers, id, 'customer');
  if (customer.deleted)
    throw new StripeRefusal(404, `No such customer: '${id}'`, 'resource_missing');
  return customer;
}

/**
 * "Updates the specified customer by setting the values of the parameters passed. Any parameters not provided are left
 * unchanged." (Stripe API, Update a customer.) "customer.updated: Occurs whenever any property of a customer changes."
 */
export function updateCustomer(account: StripeAccount, id: string, form: FormHash): Customer {
  const customer = findCustomerInPath(account, id);
  const before = JSON.stringify(customer);
  customer.email = readText(form, 'email') ?? customer.email;
  customer.name = readText(form, 'name') ?? customer.name;
  Object.assign(customer.metadata, readMetadata(form));
  if (JSON.stringify(customer) !== before) account.emit('customer.updated', customer);
  return customer;
}

/**
 * "Permanently deletes a customer. … Also immediately cancels any active subscriptions on the customer." (Stripe API,
 * Delete a customer.)
 */
export function deleteCustomer(account: StripeAccount, id: string): object {
  const customer = findCustomerInPath(account, id);
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
