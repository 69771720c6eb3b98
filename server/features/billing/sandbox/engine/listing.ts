import type Stripe from 'stripe';
import { FakeStripeError } from './errors.ts';
import { type NestedParams, readMapParam, readNumberParam, readTextParam } from './form.ts';
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
  // Only sessions are listed by their status; `all` is a status of subscriptions, which are always listed whole here.
  const status = kind === 'checkout.session' ? readTextParam(params, 'status') : undefined;
  const all = stripe
    .list<StoredObject & { charge?: string; status?: string; payment_intent?: unknown }>(kind)
    .filter((one) => charge === undefined || one.charge === charge)
    .filter((one) => intent === undefined || one.payment_intent === intent)
    .filter((one) => status === undefined || one.status === status);
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return toStripeList(all.slice(from, from + limit), path, from + limit < all.length);
}

/**
 * Lists a page of events, which are given with the newest first: "List events, going back up to 30 days"; `types`, "an array of up to 20 strings containing
 * specific event names"; `created`, "a dictionary with … gte … lte" (https://docs.stripe.com/api/events/list).
 * @throws {FakeStripeError} for more types
 */
export function listEventPage(newest: readonly Stripe.Event[], { params, path }: ApiCall) {
  const types = Object.values(readMapParam(params, 'types'));
  if (types.length > 20)
    throw new FakeStripeError(400, 'Array types exceeded maximum 20 allowed elements.');
  const from = readNumberParam(params, 'created', 'gte') ?? 0;
  const until = readNumberParam(params, 'created', 'lte') ?? Infinity;
  const limit = readNumberParam(params, 'limit') ?? 10;
  const after = readTextParam(params, 'starting_after');
  const all = newest.filter(
    ({ type, created }) =>
      (types.length === 0 || types.includes(type)) && created >= from && created <= until,
  );
  const begin = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return toStripeList(all.slice(begin, begin + limit), path, begin + limit < all.length);
}

/**
 * Lists the customers of an address, the newest first, from the events about them: "filtering to customers with only that exact
 * email address" (https://docs.stripe.com/api/customers/list).
 */
export function listCustomersOfAddress(newest: readonly Stripe.Event[], { params, path }: ApiCall) {
  const ofCustomers = newest
    .filter(({ type }) => type.startsWith('customer.'))
    .flatMap((event) => {
      const object = event.data.object as StoredObject;
      return object.object === 'customer'
        ? [{ type: event.type, customer: object as Stripe.Customer }]
        : [];
    });
  const latest = [...Map.groupBy(ofCustomers, ({ customer }) => customer.id).values()].flatMap(
    ([last]) => (last && last.type !== 'customer.deleted' ? [last.customer] : []),
  );
  const email = readTextParam(params, 'email');
  return toStripeList(
    latest.filter((one) => email === undefined || one.email === email),
    path,
    false,
  );
}
