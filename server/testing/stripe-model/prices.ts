import { type StripeAccount, findOrRefuse, StripeRefusal } from './account.ts';
import { type FormHash, readHash, readMetadata, readNumber, readText } from './form.ts';
import type { Price } from './objects.ts';

/** The price of a line: an id, or `price_data`, from which Stripe makes a price (Stripe API, Create a Checkout Session). */
export function findOrCreatePrice(account: StripeAccount, line: FormHash): Price {
  const id = readText(line, 'price');
  if (id !== undefined) {
    const price = findOrRefuse(account.prices, id, 'price');
    // "Whether the price can be used for new purchases" (Stripe API, The Price object); the sentence is known.
    if (!price.active)
      throw new StripeRefusal(
        400,
        'The price specified is inactive. This field only accepts active prices.',
      );
    return price;
  }
  const data = readHash(line, 'price_data');
  const product =
    readText(data, 'product') ?? createProduct(account, readHash(data, 'product_data'));
  // "Archived products can't be added to new invoices or subscriptions" (Stripe, Manage products and prices).
  if (!account.products.get(product)?.active)
    throw new StripeRefusal(
      400,
      `The price specified supports a product that is inactive: ${product}.`,
      'resource_missing',
    );
  return createPrice(account, data, product);
}

export function createProduct(account: StripeAccount, form: FormHash): string {
  const base = account.make('products', 'product');
  const product = {
    ...base,
    id: readText(form, 'id') ?? base.id,
    name: readText(form, 'name') ?? '',
    active: true,
    metadata: readMetadata(form),
  };
  account.products.set(product.id, product);
  return product.id;
}

export function createPrice(account: StripeAccount, form: FormHash, product: string): Price {
  const amount = readNumber(form, 'unit_amount') ?? 0;
  const recurring = readHash(form, 'recurring');
  const interval = readText(recurring, 'interval') as 'month' | 'year' | undefined;
  const price: Price = {
    ...account.make('prices', 'price'),
    active: true,
    currency: (readText(form, 'currency') ?? '').toLowerCase(),
    unit_amount: amount,
    unit_amount_decimal: String(amount),
    product,
    lookup_key: readText(form, 'lookup_key') ?? null,
    metadata: readMetadata(form),
    type: interval === undefined ? 'one_time' : 'recurring',
    recurring:
      interval === undefined
        ? null
        : {
            interval,
            interval_count: readNumber(recurring, 'interval_count') ?? 1,
            usage_type: 'licensed',
          },
  };
  account.prices.set(price.id, price);
  return price;
}
