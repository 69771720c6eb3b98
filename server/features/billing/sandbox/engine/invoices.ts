import type Stripe from 'stripe';
import type { ApiCall } from './listing.ts';
import { FakeStripeError, createResourceMissingError } from './errors.ts';
import { type NestedParams, readMapParam, readNumberParam, readTextParam } from './form.ts';
import type { PriceTerms } from './objects.ts';
import { computePriceChangeLines } from './price-changes.ts';
import { buildInvoice } from './payment-objects.ts';
import type { StripeState } from './state.ts';
import { readSubscriptionTaxTerms } from './tax.ts';

/**
 * Reads the terms of a price from the `price_data` parameters of a call to the fake Stripe.
 * @throws {FakeStripeError} when they are incomplete
 */
export function parsePriceData(params: NestedParams): PriceTerms {
  const amount = readNumberParam(params, 'price_data', 'unit_amount');
  const currency = readTextParam(params, 'price_data', 'currency');
  const product = readTextParam(params, 'price_data', 'product');
  if (amount === undefined || !Number.isInteger(amount) || amount < 1 || !currency || !product)
    throw new FakeStripeError(
      400,
      'price_data needs an integer unit_amount, a currency and a product.',
    );
  const interval = readTextParam(params, 'price_data', 'recurring', 'interval');
  return { amount, currency, product, interval: (interval ?? null) as PriceTerms['interval'] };
}

/**
 * Returns a subscription of the fake Stripe by its id.
 * @throws {FakeStripeError} when there is none
 */
export function getSubscription(stripe: StripeState, id: string): Stripe.Subscription {
  const subscription = stripe.get<Stripe.Subscription>(id);
  if (!subscription) throw createResourceMissingError(id);
  return subscription;
}

/**
 * Returns an invoice of the fake Stripe by its id.
 * @throws {FakeStripeError} when there is none
 */
export function getInvoice(stripe: StripeState, id: string): Stripe.Invoice {
  const invoice = stripe.get<Stripe.Invoice>(id);
  if (!invoice) throw createResourceMissingError(id);
  return invoice;
}

/**
 * Returns a copy of an invoice of the fake Stripe with its payments expanded.
 * @throws {FakeStripeError} when there is none
 */
export function retrieveInvoiceWithPayments(stripe: StripeState, _call: ApiCall, id: string) {
  const invoice = structuredClone(getInvoice(stripe, id));
  for (const { payment } of invoice.payments?.data ?? [])
    payment.payment_intent = stripe.get<Stripe.PaymentIntent>(payment.payment_intent as string);
  return invoice;
}

/**
 * Returns the invoice that a change of a subscription's price would cause now, as the fake Stripe's preview call
 * replies; changes nothing.
 */
export function previewInvoice(stripe: StripeState, { params }: ApiCall) {
  const subscription = getSubscription(stripe, readTextParam(params, 'subscription') ?? '');
  const terms = parsePriceData(readMapParam(params, 'subscription_details', 'items', '0'));
  const prorationDate =
    readNumberParam(params, 'subscription_details', 'proration_date') ?? stripe.now;
  const { lines } = computePriceChangeLines(stripe, subscription, terms, prorationDate);
  const { currency, id } = subscription;
  const tax = readSubscriptionTaxTerms(subscription);
  const reason = 'subscription_update' as const;
  return buildInvoice(stripe, { currency, reason, lines, subscription: id, tax });
}
