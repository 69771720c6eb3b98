import { type StripeAccount, StripeRefusal } from './account.ts';
import { listLineItems } from './checkout.ts';
import type { Coupon } from './discount-objects.ts';
import { getCouponProducts } from './discounts.ts';
import type { Charge, CheckoutSession, Customer, Invoice } from './objects.ts';

type Plain = Record<string, unknown>;

export function toStripeList(data: readonly object[], url: string, hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore, url };
}

/** Fields that are there only where they are asked for: "Some properties are not included by default" (Stripe, Expanding responses). */
function readIncluded(account: StripeAccount, holder: Plain, field: string): object | undefined {
  if (holder['object'] === 'invoice' && field === 'payments') {
    const { id } = holder as unknown as Invoice;
    const payments = [...account.invoicePayments.values()].filter(({ invoice }) => invoice === id);
    return toStripeList(payments, `/v1/invoice_payments?invoice=${id}`);
  }
  if (holder['object'] === 'charge' && field === 'refunds') {
    const { id } = holder as unknown as Charge;
    const refunds = [...account.refunds.values()].filter(({ charge }) => charge === id);
    return toStripeList(refunds.toReversed(), `/v1/charges/${id}/refunds`);
  }
  if (holder['object'] === 'checkout.session' && field === 'line_items') {
    const session = account.sessions.get((holder as unknown as CheckoutSession).id);
    return (
      session &&
      toStripeList(listLineItems(session), `/v1/checkout/sessions/${session.id}/line_items`)
    );
  }
  if (holder['object'] === 'coupon' && field === 'applies_to') {
    const coupon = account.coupons.get((holder as unknown as Coupon).id);
    return { products: (coupon && getCouponProducts(coupon)) ?? [] };
  }
  if (holder['object'] === 'customer' && field === 'subscriptions') {
    const { id } = holder as unknown as Customer;
    const own = [...account.subscriptions.values()].filter(
      ({ customer, status }) => customer === id && status !== 'canceled',
    );
    return toStripeList(own, `/v1/customers/${id}/subscriptions`);
  }
  return undefined;
}

function findAnything(account: StripeAccount, id: string): object | undefined {
  const tables: readonly ReadonlyMap<string, object>[] = [
    account.customers,
    account.subscriptions,
    account.invoices,
    account.intents,
    account.charges,
    account.refunds,
    account.disputes,
    account.methods,
    account.sessions,
    account.products,
    account.prices,
    account.coupons,
    account.promotions,
    account.discounts,
    account.schedules,
  ];
  return tables.map((table) => table.get(id)).find((found) => found !== undefined);
}

/**
 * Replaces ids by their objects along paths such as `data.latest_invoice.payments`. "Expansions have a maximum depth of
 * four levels" (Stripe, Expanding responses).
 */
export function expandReply(
  account: StripeAccount,
  reply: object,
  paths: readonly string[],
): object {
  const copy = structuredClone(reply) as Plain;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > 4)
      throw new StripeRefusal(400, 'You cannot expand more than 4 levels of a property.');
    expandAlong(account, copy, steps);
  }
  return copy;
}

function expandAlong(account: StripeAccount, holder: Plain, steps: readonly string[]): void {
  const [field, ...rest] = steps;
  if (field === undefined) return;
  const value = holder[field] ?? structuredClone(readIncluded(account, holder, field));
  if (Array.isArray(value)) {
    // "Use `expand[]=discounts` to expand each discount" (Stripe API, The Subscription object).
    for (const [index, one] of value.entries()) {
      if (typeof one === 'string') value[index] = structuredClone(findAnything(account, one));
      expandAlong(account, value[index] as Plain, rest);
    }
    return;
  }
  if (value === null || value === undefined) {
    if (!(field in holder))
      throw new StripeRefusal(400, `This property cannot be expanded (${field}).`);
    return;
  }
  const found = typeof value === 'string' ? findAnything(account, value) : value;
  if (!found) throw new StripeRefusal(400, `This property cannot be expanded (${field}).`);
  holder[field] = typeof value === 'string' ? structuredClone(found) : found;
  expandAlong(account, holder[field] as Plain, rest);
}

/**
 * A page of a list, the newest first. "A limit … between 1 and 100, and the default is 10"; `starting_after` and `has_more`
 * lead on (Stripe, Pagination).
 */
export function paginateStripeList(
  all: readonly { id: string }[],
  { limit = 10, after }: { limit?: number | undefined; after?: string | undefined },
  url: string,
) {
  const newest = all.toReversed();
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    throw new StripeRefusal(400, `No such object: '${after}'`, 'resource_missing');
  return toStripeList(newest.slice(from, from + limit), url, newest.length > from + limit);
}
