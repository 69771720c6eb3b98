import { type Account, find } from './account.ts';
import { type FormHash, readHash, readMetadata, readNumber, readText } from './form.ts';
import type { Coupon, Price } from './objects.ts';

/** The price of a line: an id, or `price_data`, from which Stripe makes a price (Stripe API, Create a Checkout Session). */
export function resolvePrice(account: Account, line: FormHash): Price {
  const id = readText(line, 'price');
  if (id !== undefined) return find(account.prices, id, 'price');
  const data = readHash(line, 'price_data');
  const product =
    readText(data, 'product') ?? createProduct(account, readHash(data, 'product_data'));
  return createPrice(account, data, product);
}

export function createProduct(account: Account, form: FormHash): string {
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

export function createPrice(account: Account, form: FormHash, product: string): Price {
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

export function createCoupon(account: Account, form: FormHash): Coupon {
  const base = account.make('coupons', 'coupon');
  const coupon: Coupon = {
    ...base,
    id: readText(form, 'id') ?? base.id,
    percent_off: readNumber(form, 'percent_off') ?? null,
    amount_off: readNumber(form, 'amount_off') ?? null,
    currency: readText(form, 'currency') ?? null,
    duration: (readText(form, 'duration') ?? 'once') as 'once',
    name: readText(form, 'name') ?? null,
    metadata: readMetadata(form),
    valid: true,
  };
  account.coupons.set(coupon.id, coupon);
  return coupon;
}

export const resolveCoupon = (account: Account, discount: FormHash): Coupon =>
  find(account.coupons, readText(discount, 'coupon') ?? '', 'coupon');
