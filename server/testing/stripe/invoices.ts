import type Stripe from 'stripe';
import type { ApiCall } from './api.ts';
import { FixtureError, createMissingError } from './errors.ts';
import { type Params, readMap, readNumber, readText } from './form.ts';
import type { PriceTerms } from './objects.ts';
import { computeChange } from './subscriptions.ts';
import type { World } from './world.ts';

/**
 * Reads the price from `price_data`.
 * @throws {FixtureError} when it is incomplete
 */
export function readTerms(params: Params): PriceTerms {
  const amount = readNumber(params, 'price_data', 'unit_amount');
  const currency = readText(params, 'price_data', 'currency');
  const product = readText(params, 'price_data', 'product');
  if (amount === undefined || !Number.isInteger(amount) || amount < 1 || !currency || !product)
    throw new FixtureError(
      400,
      'price_data needs an integer unit_amount, a currency and a product.',
    );
  const interval = readText(params, 'price_data', 'recurring', 'interval');
  return { amount, currency, product, interval: (interval ?? null) as PriceTerms['interval'] };
}

/**
 * Returns a subscription by its id.
 * @throws {FixtureError} when there is none
 */
export function findSubscription(world: World, id: string): Stripe.Subscription {
  const subscription = world.get<Stripe.Subscription>(id);
  if (!subscription) throw createMissingError(id);
  return subscription;
}

/**
 * Returns a copy of an invoice with its payments expanded.
 * @throws {FixtureError} when there is none
 */
export function readInvoice(world: World, _call: ApiCall, id: string) {
  const invoice = structuredClone(world.get<Stripe.Invoice>(id));
  if (!invoice) throw createMissingError(id);
  for (const { payment } of invoice.payments?.data ?? [])
    payment.payment_intent = world.get<Stripe.PaymentIntent>(payment.payment_intent as string);
  return invoice;
}

/** Returns a preview of the invoice that a change of price would cause now; changes nothing. */
export function previewInvoice(world: World, { params }: ApiCall) {
  const subscription = findSubscription(world, readText(params, 'subscription') ?? '');
  const terms = readTerms(readMap(params, 'subscription_details', 'items', '0'));
  const until = readNumber(params, 'subscription_details', 'proration_date') ?? world.now;
  const { lines } = computeChange(world, subscription, terms, until);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    object: 'invoice',
    currency: subscription.currency,
    amount_due: Math.max(0, total),
    total,
  };
}
