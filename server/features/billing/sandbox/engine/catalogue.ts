import type Stripe from 'stripe';
import type { ApiCall } from './listing.ts';
import { createResourceMissingError, FakeStripeError } from './errors.ts';
import { readMapParam, readNumberParam, readTextParam } from './form.ts';
import { createNullFields } from './objects.ts';
import type { StripeState } from './state.ts';

function refuseTaken(stripe: StripeState, id: string): void {
  if (stripe.objects.has(id))
    throw new FakeStripeError(400, `${id} already exists.`, { code: 'resource_already_exists' });
}

/** Creates a product of the fake Stripe. @throws {FakeStripeError} when its id is taken */
export function createProduct(stripe: StripeState, { params }: ApiCall): Stripe.Product {
  const id = readTextParam(params, 'id') ?? '';
  refuseTaken(stripe, id);
  return stripe.put<Stripe.Product>({
    ...createNullFields('description', 'package_dimensions', 'shippable', 'tax_details', 'url'),
    id,
    object: 'product',
    active: true,
    created: stripe.now,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: readTextParam(params, 'name') ?? '',
    type: 'service',
    updated: stripe.now,
  });
}

/** Makes a product of the fake Stripe active again, or archives it. @throws {FakeStripeError} when there is none */
export function setProductActive(stripe: StripeState, { params }: ApiCall, id: string) {
  const product = stripe.get<Stripe.Product>(id);
  if (!product) throw createResourceMissingError(id);
  product.active = readTextParam(params, 'active') !== 'false';
  return stripe.put(product);
}

/** Creates a coupon of the fake Stripe. @throws {FakeStripeError} when its id is taken */
export function createCoupon(stripe: StripeState, { params }: ApiCall): Stripe.Coupon {
  const id = readTextParam(params, 'id') ?? `coupon_CODE-${stripe.list('coupon').length + 1}`;
  refuseTaken(stripe, id);
  const products = Object.values(readMapParam(params, 'applies_to', 'products'));
  return stripe.put<Stripe.Coupon>({
    ...createNullFields('duration_in_months', 'max_redemptions', 'metadata', 'redeem_by'),
    id,
    ...(products.length > 0 && { applies_to: { products } }),
    object: 'coupon',
    amount_off: readNumberParam(params, 'amount_off') ?? null,
    created: stripe.now,
    currency: readTextParam(params, 'currency') ?? null,
    duration: 'once',
    livemode: false,
    name: readTextParam(params, 'name') ?? null,
    percent_off: readNumberParam(params, 'percent_off') ?? null,
    times_redeemed: 0,
    valid: true,
  });
}
