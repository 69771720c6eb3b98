import type Stripe from 'stripe';
import type { ProviderSubscription } from '../policy.ts';

/**
 * Returns a customer's subscriptions with the credit in their balance at the one that charges next: "The credit balance
 * automatically applies to the next finalized invoice to a customer" (https://docs.stripe.com/billing/customer/balance).
 */
export function assignBalanceToNextCharge(
  subscriptions: readonly ProviderSubscription[],
  listed: readonly Stripe.Subscription[],
): ProviderSubscription[] {
  const [next] = subscriptions
    .filter(({ renews, endedAt }) => renews && endedAt === null)
    .toSorted((a, b) => getNextPaymentTime(a) - getNextPaymentTime(b));
  return subscriptions.map((one) =>
    one === next ? { ...one, balanceMinor: readBalance(listed, one.currency) } : one,
  );
}

const getNextPaymentTime = ({ pausedUntil, periodEnd }: ProviderSubscription) =>
  (pausedUntil ?? periodEnd).getTime();

/** Returns the credit in minor units, below 0 where the customer owes it; 0 where it is in another currency. */
function readBalance(listed: readonly Stripe.Subscription[], currency: string): number {
  const customer = listed.map((one) => one.customer).find((one) => typeof one === 'object');
  if (!customer || customer.deleted || customer.currency?.toUpperCase() !== currency) return 0;
  // A credit is below 0 there; without the 0 there would be one of -0.
  return 0 - customer.balance;
}
