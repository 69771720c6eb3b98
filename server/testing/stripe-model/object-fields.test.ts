import { expect, it } from 'vitest';
import { createStripeAccount } from './account.ts';
import { performStripeCall } from './api.ts';
import { tryToApplyPromotionCode } from './checkout.ts';
import { payCheckoutSession } from './checkout-payment.ts';
import { issueCreditNote } from './credit-notes.ts';
import { createCard } from './customers.ts';
import { parseForm } from './form.ts';
import { failRefund, findPaidCharge, openDispute } from './payments.ts';
import { STRIPE_OBJECT_FIELDS } from './object-fields.ts';
import { findSubscriptionOrRefuse } from './subscriptions.ts';

const START = Date.UTC(2026, 0, 5, 9);

/** A business in which each kind of object has been made once. */
function makeBusiness() {
  let now = START;
  const account = createStripeAccount(
    () => new Date(now),
    () => undefined,
  );
  const call = (method: string, path: string, form = '') => {
    const { reply, isUnknown } = performStripeCall(account, method, `/v1/${path}`, parseForm(form));
    if (isUnknown !== undefined) throw new Error(`${path}: ${isUnknown}`);
    return (reply as { id: string }).id;
  };
  const customer = call('POST', 'customers', 'email=a@example.com');
  const coupon = call('POST', 'coupons', 'percent_off=20&duration=forever');
  const promotion = `promotion[type]=coupon&promotion[coupon]=${coupon}`;
  call('POST', 'promotion_codes', `${promotion}&code=LESS`);
  const buy = (mode: string, mood: 'pays' | 'hangs') => {
    const data = 'line_items[0][price_data]';
    const every = mode === 'payment' ? '' : `&${data}[recurring][interval]=year`;
    const rest =
      'allow_promotion_codes=true&payment_method_types[0]=card&invoice_creation[enabled]=true';
    const price = `${data}[unit_amount]=8999&${data}[currency]=eur&${data}[product_data][name]=Pass`;
    const form = `mode=${mode}&customer=${customer}&${price}${every}&${rest}`;
    const session = account.sessions.get(call('POST', 'checkout/sessions', form));
    if (!session) throw new Error('no session');
    tryToApplyPromotionCode(account, session, 'LESS');
    payCheckoutSession(account, session, createCard(account, mood, '4242').id);
    return session;
  };
  const { subscription: id } = buy('subscription', 'pays');
  const subscription = findSubscriptionOrRefuse(account, id ?? '');
  const bought = buy('payment', 'hangs');
  for (let day = 0; day < 20; day++) {
    now += 86_400_000;
    account.runDue();
  }
  const schedule = call('POST', 'subscription_schedules', `from_subscription=${id}`);
  call('POST', `subscription_schedules/${schedule}`, 'end_behavior=release');
  call('POST', `subscriptions/${id}`, `pause_collection[behavior]=void`);
  call('POST', 'billing_portal/sessions', `customer=${customer}`);
  const charge = findPaidCharge(account, bought.payment_intent ?? '');
  const invoice = account.invoices.get(subscription.latest_invoice ?? '');
  if (!charge || !invoice) throw new Error('nothing was paid');
  call('POST', 'refunds', `charge=${charge.id}&amount=100`);
  for (const refund of account.refunds.values()) failRefund(account, refund);
  issueCreditNote(account, invoice, 100, 'card');
  openDispute(account, charge);
  return account;
}

/** What Stripe's API reference has and its examples leave out. */
const OPTIONAL = new Set([
  'invoice_payment/payment.payment_intent',
  'line_item/pricing.price_details',
  'refund/failure_reason',
]);

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** What an object has otherwise than Stripe's example of it. */
function findFaults(path: string, value: object): string[] {
  const shape = STRIPE_OBJECT_FIELDS[path];
  if (shape === undefined) return [];
  const types = new Map(
    shape.split(' ').map((field) => field.split(':') as [string, string | undefined]),
  );
  return Object.entries(value).flatMap(([name, field]) => {
    const at = `${path}${path.includes('/') ? '.' : '/'}${name}`;
    const wanted = types.get(name);
    if (OPTIONAL.has(at)) return [];
    if (!types.has(name)) return [`${at}: Stripe has no such field`];
    if (field === null || field === undefined) return [];
    if (wanted !== undefined && typeOf(field) !== wanted)
      return [`${at}: ${typeOf(field)} instead of ${wanted}`];
    return [field].flat().flatMap((one: unknown) => {
      if (typeof one !== 'object' || one === null) return [];
      const list = (one as { data?: object[] }).data;
      const own = [one, ...(list ?? [])] as { object?: string }[];
      return [
        ...findFaults(at, one),
        ...own.flatMap((each) => findFaults(each.object ?? '', each)),
      ];
    });
  });
}

const account = makeBusiness();
const TABLES = Object.entries(account).flatMap(([name, table]) =>
  table instanceof Map && name !== 'habits' && name !== 'moods'
    ? [{ name, all: [...table.values()] as { object: string }[] }]
    : [],
);

it.each(TABLES)("$name have the fields and types of Stripe's own examples", ({ all }) => {
  expect(all).not.toEqual([]);
  expect([...new Set(all.flatMap((one) => findFaults(one.object, one)))]).toEqual([]);
});
