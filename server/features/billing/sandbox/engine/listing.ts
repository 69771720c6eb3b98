import { type NestedParams, readNumberParam, readTextParam } from './form.ts';
import { toStripeList } from './objects.ts';
import type { StoredObject, StripeState } from './state.ts';

/** A call of Stripe's API, independent of HTTP. */
export interface ApiCall {
  method: string;
  path: string;
  params: NestedParams;
  idempotencyKey: string | undefined;
}

/** Lists a page of the objects of a kind. */
export function listStripePage(stripe: StripeState, kind: string, { params, path }: ApiCall) {
  const limit = readNumberParam(params, 'limit') ?? 10;
  const after = readTextParam(params, 'starting_after');
  const charge = readTextParam(params, 'charge');
  const intent = readTextParam(params, 'payment_intent');
  // Only sessions are listed by their status; `all` is a word of subscriptions, which are always listed whole here.
  const status = kind === 'checkout.session' ? readTextParam(params, 'status') : undefined;
  const all = stripe
    .list<StoredObject & { charge?: string; status?: string; payment_intent?: unknown }>(kind)
    .filter((one) => charge === undefined || one.charge === charge)
    .filter((one) => intent === undefined || one.payment_intent === intent)
    .filter((one) => status === undefined || one.status === status);
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return toStripeList(all.slice(from, from + limit), path, from + limit < all.length);
}
