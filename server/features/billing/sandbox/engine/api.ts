import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { createCoupon, createProduct, setProductActive } from './catalogue.ts';
import {
  expireCheckoutSession,
  getCheckoutSessionExpiringIfDue,
  openCheckoutSession,
  type StoredCheckoutSession,
} from './checkout.ts';
import { FakeStripeError, createResourceMissingError } from './errors.ts';
import { type NestedParams, readMapParam, readNumberParam, readTextParam } from './form.ts';
import {
  getInvoice,
  getSubscription,
  previewInvoice,
  retrieveInvoiceWithPayments,
  parsePriceData,
} from './invoices.ts';
import { type ApiCall, listStripePage } from './listing.ts';
import { buildCustomer } from './objects.ts';
import { createRefund, listCharges } from './payments.ts';
import { createPromotionCode, listPromotionCodes, setPromotionCodeActive } from './promotions.ts';
import { createPortalSession } from './portal.ts';
import { changeSubscriptionPrice, restartBillingCycleAndCharge } from './price-changes.ts';
import {
  updatePauseFromParams,
  createSchedule,
  retrieveSchedule,
  releaseSchedule,
  updateSchedule,
} from './schedules.ts';
import { endSubscription, getSubscriptionItem, voidInvoice } from './subscriptions.ts';
import type { StoredObject, StripeState } from './state.ts';
import { buildTaxFields, readTaxTerms } from './tax.ts';

export interface PageUrls {
  checkout: (session: string) => string;
  portal: (session: string) => string;
  /** The page of an invoice, where its payment is confirmed with the bank. */
  invoice: (invoice: string) => string;
}

type Handle = (stripe: StripeState, call: ApiCall, id: string, urls: PageUrls) => unknown;

const HANDLERS: [method: string, path: RegExp, handle: Handle][] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['POST', /^\/v1\/customers\/(\w+)$/, updateCustomer],
  ['DELETE', /^\/v1\/customers\/(\w+)$/, deleteCustomer],
  ['POST', /^\/v1\/products$/, createProduct],
  ['POST', /^\/v1\/products\/(\w+)$/, setProductActive],
  ['POST', /^\/v1\/coupons$/, createCoupon],
  ['POST', /^\/v1\/promotion_codes$/, createPromotionCode],
  ['POST', /^\/v1\/promotion_codes\/([\w-]+)$/, setPromotionCodeActive],
  ['GET', /^\/v1\/promotion_codes$/, listPromotionCodes],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  [
    'GET',
    /^\/v1\/checkout\/sessions$/,
    (stripe, call) => listStripePage(stripe, 'checkout.session', call),
  ],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/(\w+)$/,
    (stripe, _call, id) => getCheckoutSessionExpiringIfDue(stripe, id),
  ],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    (stripe, _call, id) =>
      expireCheckoutSession(stripe, getCheckoutSessionExpiringIfDue(stripe, id)),
  ],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, (stripe, _call, id) => getSubscription(stripe, id)],
  ['POST', /^\/v1\/subscriptions\/(\w+)$/, updateSubscription],
  [
    'DELETE',
    /^\/v1\/subscriptions\/(\w+)$/,
    (stripe, _call, id) =>
      endSubscription(stripe, getSubscription(stripe, id), 'cancellation_requested'),
  ],
  ['POST', /^\/v1\/subscription_schedules$/, createSchedule],
  ['GET', /^\/v1\/subscription_schedules\/(\w+)$/, retrieveSchedule],
  ['POST', /^\/v1\/subscription_schedules\/(\w+)$/, updateSchedule],
  ['POST', /^\/v1\/subscription_schedules\/(\w+)\/release$/, releaseSchedule],
  ['GET', /^\/v1\/invoices$/, (stripe, call) => listStripePage(stripe, 'invoice', call)],
  ['GET', /^\/v1\/invoices\/(\w+)$/, retrieveInvoiceWithPayments],
  ['POST', /^\/v1\/invoices\/create_preview$/, previewInvoice],
  [
    'POST',
    /^\/v1\/invoices\/(\w+)\/void$/,
    (stripe, _call, id) => voidInvoice(stripe, getInvoice(stripe, id)),
  ],
  ['GET', /^\/v1\/charges$/, listCharges],
  ['GET', /^\/v1\/disputes$/, (stripe, call) => listStripePage(stripe, 'dispute', call)],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['POST', /^\/v1\/billing_portal\/sessions$/, createPortalSession],
];

/**
 * Performs one call of the fake Stripe API on its customer's state and returns the body of the reply; a repeated
 * idempotency key returns the first body again.
 * @throws {FakeStripeError} where Stripe would refuse the call
 */
export function performStripeCall(stripe: StripeState, call: ApiCall, urls: PageUrls): unknown {
  const key = call.idempotencyKey && `idem_${stripe.key}_${hash(call.idempotencyKey)}`;
  const print = hash(JSON.stringify([call.method, call.path, call.params]));
  const known = key && call.method === 'POST' ? stripe.get<StoredReply>(key) : undefined;
  if (known && known.print !== print)
    throw new FakeStripeError(
      400,
      'Keys for idempotent requests can only be used with the same parameters.',
      {
        type: 'idempotency_error',
      },
    );
  if (known) return known.body;
  for (const [method, path, handle] of HANDLERS) {
    const id = method === call.method ? path.exec(call.path) : null;
    if (!id) continue;
    const body = structuredClone(toPublic(handle(stripe, call, id[1] ?? '', urls), call));
    if (key) stripe.put<StoredReply>({ id: key, object: 'idempotency', print, body });
    return body;
  }
  throw new FakeStripeError(404, `Unrecognized request URL (${call.method}: ${call.path}).`);
}

interface StoredReply extends StoredObject {
  print: string;
  body: unknown;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

function toPublic(body: unknown, { params }: ApiCall): unknown {
  const expands = Object.values(readMapParam(params, 'expand'));
  const hidden = [
    'fixture',
    ...(expands.some((path) => path.includes('payments')) ? [] : ['payments']),
  ];
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (hidden.includes(name) ? undefined : value)),
  );
}

function createCustomer(stripe: StripeState, { params }: ApiCall) {
  const customer = buildCustomer(stripe, {
    email: readTextParam(params, 'email') ?? null,
    metadata: readMapParam(params, 'metadata'),
  });
  stripe.put(customer);
  stripe.emit('customer.created', customer);
  return customer;
}

function updateCustomer(stripe: StripeState, { params }: ApiCall, id: string) {
  const customer = stripe.get<Stripe.Customer>(id);
  if (!isLive(customer)) throw createResourceMissingError(id);
  stripe.put(Object.assign(customer, { email: readTextParam(params, 'email') ?? customer.email }));
  stripe.emit('customer.updated', customer);
  return customer;
}

function deleteCustomer(stripe: StripeState, _call: ApiCall, id: string) {
  const customer = stripe.get<Stripe.Customer & { deleted?: true }>(id);
  if (!customer || customer.deleted) throw createResourceMissingError(id);
  for (const subscription of stripe.list<Stripe.Subscription>('subscription'))
    if (subscription.status !== 'canceled')
      endSubscription(stripe, subscription, 'cancellation_requested');
  // Replies that are kept name who it was.
  for (const kept of stripe.list<StoredReply>('idempotency')) stripe.put({ ...kept, body: null });
  const deleted = stripe.put({ id, object: 'customer' as const, deleted: true as const });
  stripe.emit('customer.deleted', customer);
  return deleted;
}

const isLive = (
  customer: Stripe.Customer | Stripe.DeletedCustomer | undefined,
): customer is Stripe.Customer => customer !== undefined && !customer.deleted;

function createSession(
  stripe: StripeState,
  { params }: ApiCall,
  _id: string,
  urls: PageUrls,
): StoredCheckoutSession {
  const customer = readTextParam(params, 'customer') ?? '';
  if (!isLive(stripe.get<Stripe.Customer | Stripe.DeletedCustomer>(customer)))
    throw createResourceMissingError(customer, 'customer');
  const mode = readTextParam(params, 'mode') === 'subscription' ? 'subscription' : 'payment';
  const objectMetadata =
    mode === 'subscription'
      ? readMapParam(params, 'subscription_data', 'metadata')
      : readMapParam(params, 'payment_intent_data', 'metadata');
  const asked = {
    mode,
    objectMetadata,
    terms: parsePriceData(params['line_items'] ? readMapParam(params, 'line_items', '0') : {}),
    tax: readTaxTerms(params),
    coupon: readTextParam(params, 'discounts', '0', 'coupon'),
    takesCodes: readTextParam(params, 'allow_promotion_codes') === 'true',
    metadata: readMapParam(params, 'metadata'),
    successUrl: readTextParam(params, 'success_url') ?? '',
    cancelUrl: readTextParam(params, 'cancel_url') ?? null,
    expiresAt: readNumberParam(params, 'expires_at'),
    locale: readTextParam(params, 'locale') ?? null,
    clientReference: readTextParam(params, 'client_reference_id') ?? null,
    email: null,
  } as const;
  return openCheckoutSession(stripe, asked, urls.checkout);
}

function listSubscriptions(stripe: StripeState, call: ApiCall) {
  const page = listStripePage(stripe, 'subscription', call);
  const expands = Object.values(readMapParam(call.params, 'expand'));
  const include = (field: 'default_payment_method' | 'schedule', one: Stripe.Subscription) =>
    expands.includes(`data.${field}`) ? { [field]: stripe.get(one[field] as string) ?? null } : {};
  const data = page.data.map((one) => {
    const subscription = one as unknown as Stripe.Subscription;
    return {
      ...one,
      ...include('default_payment_method', subscription),
      ...include('schedule', subscription),
    };
  });
  return { ...page, data };
}

function updateSubscription(
  stripe: StripeState,
  { params }: ApiCall,
  id: string,
  urls: PageUrls,
): Stripe.Subscription {
  const subscription = getSubscription(stripe, id);
  if (subscription.status === 'canceled')
    throw new FakeStripeError(
      400,
      'A canceled subscription can only update its cancellation_details.',
    );
  changeCancellation(stripe, subscription, params);
  if (readTextParam(params, 'billing_cycle_anchor', 'type') === 'now')
    restartBillingCycleAndCharge(stripe, subscription, {
      isPending: readTextParam(params, 'payment_behavior') === 'pending_if_incomplete',
      toUrl: urls.invoice,
    });
  updatePauseFromParams(subscription, params);
  const rateId = readTextParam(params, 'default_tax_rates', '0');
  if (rateId) Object.assign(subscription, buildTaxFields({ isAutomatic: false, rateId }));
  Object.assign(subscription.metadata, readMapParam(params, 'metadata'));
  stripe.put(subscription);
  const prorationDate = readNumberParam(params, 'proration_date') ?? stripe.now;
  if (params['items'])
    changeSubscriptionPrice(
      stripe,
      subscription,
      parsePriceData(readMapParam(params, 'items', '0')),
      {
        prorationDate,
        toUrl: urls.invoice,
      },
    );
  else stripe.emit('customer.subscription.updated', subscription);
  return subscription;
}

function changeCancellation(
  stripe: StripeState,
  subscription: Stripe.Subscription,
  params: NestedParams,
): void {
  const stops = readTextParam(params, 'cancel_at_period_end');
  const at = readTextParam(params, 'cancel_at');
  if (stops === undefined && at === undefined) return;
  if (subscription.schedule !== null)
    throw new FakeStripeError(
      400,
      'The subscription is managed by a subscription schedule, and updating any cancelation behavior directly is not allowed.',
    );
  if (stops !== undefined && at !== undefined)
    throw new FakeStripeError(
      400,
      'You may only specify one of cancel_at and cancel_at_period_end.',
    );
  if (at !== undefined) {
    Object.assign(subscription, {
      cancel_at: at === '' ? null : Number(at),
      cancel_at_period_end: false,
    });
  } else if (stops === 'true') {
    subscription.cancel_at_period_end = true;
    subscription.cancel_at = getSubscriptionItem(subscription).current_period_end;
  } else if (subscription.cancel_at_period_end) {
    Object.assign(subscription, { cancel_at: null, cancel_at_period_end: false });
  }
  // A `cancel_at` that the portal set is another field, which `cancel_at_period_end: false` leaves as it is.
  subscription.canceled_at = subscription.cancel_at === null ? null : stripe.now;
  subscription.cancellation_details!.comment =
    readTextParam(params, 'cancellation_details', 'comment') ?? null;
}
