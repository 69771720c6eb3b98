import type { Stripe } from 'stripe';
import { buildIdempotencyKey, sendWithIdempotencyKeyAndRetryOnce } from '../service.ts';

/** Two people never share an address, and one person has few customers with the same one. */
const MAX_OF_ADDRESS = 10;

/**
 * Finds the customer of a person at Stripe, or creates it; returns its id. It is looked for before each attempt: one that
 * Stripe answered by an error, or whose answer was lost, may have been made ("treat the result of a 500 request as
 * indeterminate", https://docs.stripe.com/error-low-level). By its address, because what a search finds may be an hour old:
 * "Don't use search in read-after-write flows" (https://docs.stripe.com/api/customers/search).
 */
export async function findOrCreateStripeCustomer(
  stripe: Stripe,
  { userId, email }: { userId: string; email: string },
  keyName: string,
): Promise<string> {
  const params = { email, metadata: { user: userId } };
  const findOrCreate = async (idempotencyKey: string) =>
    (await findStripeCustomer(stripe, userId, email)) ??
    (await stripe.customers.create(params, { idempotencyKey }));
  const key = buildIdempotencyKey(keyName, params);
  return (await sendWithIdempotencyKeyAndRetryOnce(key, findOrCreate)).id;
}

async function findStripeCustomer(stripe: Stripe, userId: string, email: string) {
  const { data } = await stripe.customers.list({ email, limit: MAX_OF_ADDRESS });
  return data.find(({ metadata }) => metadata['user'] === userId);
}
