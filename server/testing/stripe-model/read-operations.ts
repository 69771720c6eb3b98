import { DAY_S, type StripeAccount, StripeRefusal, findOrRefuse } from './account.ts';
import { paginateStripeList } from './expand.ts';
import { readHash, readList, readNumber, readText } from './form.ts';
import { getSubscriptionIdOfInvoice } from './invoices.ts';
import type { PromotionCode, SubscriptionSchedule } from './discount-objects.ts';
import type {
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  PaymentIntent,
  Refund,
  Subscription,
} from './objects.ts';
import type { StripeOperation } from './operation.ts';
import { findSubscriptionOrRefuse } from './subscriptions.ts';

const LIST = ['limit', 'starting_after'] as const;

/** Makes the operation that lists objects by fields of theirs. */
function createFilteredListOperation<T extends { id: string }>(
  table: (account: StripeAccount) => Iterable<T>,
  filters: Record<string, (one: T, value: string) => boolean>,
): StripeOperation {
  return {
    known: [...LIST, ...Object.keys(filters)],
    run: ({ account, form, path }) => {
      const wanted = Object.entries(filters).flatMap(([name, matches]) => {
        const value = readText(form, name);
        return value === undefined ? [] : [(one: T) => matches(one, value)];
      });
      const all = [...table(account)].filter((one) => wanted.every((matches) => matches(one)));
      const page = { limit: readNumber(form, 'limit'), after: readText(form, 'starting_after') };
      return paginateStripeList(all, page, path);
    },
  };
}
const byCustomer = {
  customer: (one: { customer: string | null }, id: string) => one.customer === id,
};

export const READ_OPERATIONS: Record<string, StripeOperation> = {
  // "Passing an optional `email` will result in filtering to customers with only that exact email address" (Stripe API, List all
  // customers).
  'GET /v1/customers': createFilteredListOperation<Customer>(
    ({ customers }) => [...customers.values()].filter(({ deleted }) => !deleted),
    { email: (one, email) => one.email === email },
  ),
  'GET /v1/customers/:id': {
    known: [],
    run: ({ account, id }) => {
      const customer = findOrRefuse(account.customers, id, 'customer');
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
    },
  },
  'GET /v1/checkout/sessions/:id': {
    known: [],
    run: ({ account, id }) => findOrRefuse(account.sessions, id, 'checkout.session'),
  },
  'GET /v1/checkout/sessions': createFilteredListOperation<CheckoutSession>(
    ({ sessions }) => sessions.values(),
    {
      ...byCustomer,
      status: (one, status) => one.status === status,
      subscription: (one, id) => one.subscription === id,
      payment_intent: (one, id) => one.payment_intent === id,
    },
  ),
  'GET /v1/subscriptions': createFilteredListOperation<Subscription>(
    ({ subscriptions }) => subscriptions.values(),
    {
      ...byCustomer,
      // "Pass all … Defaults to: all subscriptions that have not been canceled" (Stripe API, List subscriptions).
      status: (one, status) =>
        status === 'all' || (status === 'ended' ? one.ended_at !== null : one.status === status),
    },
  ),
  'GET /v1/subscriptions/:id': {
    known: [],
    run: ({ account, id }) => findSubscriptionOrRefuse(account, id),
  },
  'GET /v1/subscription_schedules': createFilteredListOperation<SubscriptionSchedule>(
    ({ schedules }) => schedules.values(),
    byCustomer,
  ),
  'GET /v1/subscription_schedules/:id': {
    known: [],
    run: ({ account, id }) => findOrRefuse(account.schedules, id, 'subscription_schedule'),
  },
  'GET /v1/coupons/:id': {
    known: [],
    run: ({ account, id }) => {
      const coupon = findOrRefuse(account.coupons, id, 'coupon');
      if (account.deletedCoupons.has(id)) findOrRefuse(new Map(), id, 'coupon');
      return coupon;
    },
  },
  'GET /v1/promotion_codes': createFilteredListOperation<PromotionCode>(
    ({ promotions }) => promotions.values(),
    {
      code: (one, code) => one.code === code,
      active: (one, active) => String(one.active) === active,
      coupon: (one, id) => one.promotion.coupon === id,
    },
  ),
  'GET /v1/promotion_codes/:id': {
    known: [],
    run: ({ account, id }) => findOrRefuse(account.promotions, id, 'promotion_code'),
  },
  'GET /v1/invoices': createFilteredListOperation<Invoice>(({ invoices }) => invoices.values(), {
    ...byCustomer,
    status: (one, status) => one.status === status,
    subscription: (one, id) => getSubscriptionIdOfInvoice(one) === id,
  }),
  'GET /v1/invoices/:id': {
    known: [],
    run: ({ account, id }) => findOrRefuse(account.invoices, id, 'invoice'),
  },
  'GET /v1/invoice_payments': {
    known: [...LIST, 'invoice', 'payment', 'status'],
    run: ({ account, form, path }) => {
      const intent = readText(readHash(form, 'payment'), 'payment_intent');
      const invoice = readText(form, 'invoice');
      const status = readText(form, 'status');
      const all = [...account.invoicePayments.values()].filter(
        (one) =>
          (intent === undefined || one.payment.payment_intent === intent) &&
          (invoice === undefined || one.invoice === invoice) &&
          (status === undefined || one.status === status),
      );
      return paginateStripeList(all, { limit: readNumber(form, 'limit') }, path);
    },
  },
  'GET /v1/payment_intents': createFilteredListOperation<PaymentIntent>(
    ({ intents }) => intents.values(),
    byCustomer,
  ),
  'GET /v1/payment_intents/:id': {
    known: [],
    run: ({ account, id }) => findOrRefuse(account.intents, id, 'payment_intent'),
  },
  'GET /v1/charges': createFilteredListOperation<Charge>(({ charges }) => charges.values(), {
    ...byCustomer,
    payment_intent: (one, id) => one.payment_intent === id,
  }),
  'GET /v1/charges/:id': {
    known: [],
    run: ({ account, id }) => findOrRefuse(account.charges, id, 'charge'),
  },
  'GET /v1/refunds': createFilteredListOperation<Refund>(({ refunds }) => refunds.values(), {
    charge: (one, id) => one.charge === id,
    payment_intent: (one, id) => one.payment_intent === id,
  }),
  'GET /v1/events': {
    known: [...LIST, 'types', 'created'],
    run: ({ account, form, path }) => {
      // "Types: An array of up to 20 strings containing specific event names" (Stripe API, List all events).
      const types = readList(form, 'types');
      if (types.length > 20)
        throw new StripeRefusal(400, 'Array types exceeded maximum 20 allowed elements.');
      const created = readHash(form, 'created');
      // "List events, going back up to 30 days" (the same page).
      const from = Math.max(readNumber(created, 'gte') ?? 0, account.now() - 30 * DAY_S);
      const until = readNumber(created, 'lte') ?? Infinity;
      const all = [...account.events.values()].filter(
        (one) =>
          one.created >= from &&
          one.created <= until &&
          (types.length === 0 || types.includes(one.type)),
      );
      const page = { limit: readNumber(form, 'limit'), after: readText(form, 'starting_after') };
      return paginateStripeList(all, page, path);
    },
  },
  'GET /v1/disputes': createFilteredListOperation<Dispute>(({ disputes }) => disputes.values(), {
    charge: (one, id) => one.charge === id,
    payment_intent: (one, id) => one.payment_intent === id,
  }),
};
