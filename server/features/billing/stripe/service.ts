import { hash, randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import type { PassPlan } from '#shared/contract/fields.ts';
import { readAmountDueMinorOrRefuseTaxOnTop } from '../tax/wire.ts';
import {
  type CheckoutTerms,
  isRecurringPlan,
  type YearlyPriceAndProrationInstant,
} from '../wire.ts';
import { computeRefundedMinor, type StripeCustomerObjects, toStripeId, toPayment } from './wire.ts';

// Products and coupons in Stripe's catalogue, and the objects of a customer.

/** Returns whether an error is a refusal of Stripe with this error code. */
export const isStripeErrorWithCode = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;

async function createUnlessExists(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!isStripeErrorWithCode(error, 'resource_already_exists')) throw error;
  }
}

/**
 * Builds the idempotency key of a request that may be sent again with other parameters, which Stripe refuses under the same
 * key: "errors if they're not the same to prevent accidental misuse" (https://docs.stripe.com/idempotency).
 */
export const buildIdempotencyKey = (name: string, params: object): string =>
  `${name}:${hash('sha256', JSON.stringify(params), 'base64url')}`;

/** Whether an error is an earlier answer that Stripe repeats under the same idempotency key. */
const isReplayedAnswer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/**
 * Sends a request with an idempotency key, and once more with a key of its own when Stripe failed, or repeated an earlier
 * refusal: "Subsequent requests with the same key return the same result, including 500 errors"
 * (https://docs.stripe.com/idempotency), for a day.
 */
export async function sendWithIdempotencyKeyAndRetryOnce<T>(
  key: string,
  send: (key: string) => Promise<T>,
): Promise<T> {
  try {
    return await send(key);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const hasFailed =
      error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
    if (!hasFailed && !isReplayedAnswer(error)) throw error;
    return send(`${key}:${randomUUID()}`);
  }
}

/**
 * Detaches a subscription from its schedule: Stripe refuses to change how a subscription that has one ends ("updating
 * any cancelation behavior directly is not allowed", its refusal says).
 */
export async function releaseSubscriptionSchedule(
  stripe: Stripe,
  { schedule }: Stripe.Subscription,
) {
  const id = typeof schedule === 'object' ? schedule?.id : schedule;
  if (id) await stripe.subscriptionSchedules.release(id);
}

/** Refunds a payment until `totalMinor` of it have been refunded, earlier refunds included. */
export async function refundUntilTotal(
  stripe: Stripe,
  paymentId: string,
  totalMinor: number,
  idempotencyKey: string,
): Promise<void> {
  const { refundedMinor } = await readAmounts(stripe, paymentId);
  await refund(stripe, paymentId, totalMinor - refundedMinor, idempotencyKey);
}

/**
 * Computes what of a payment is refunded once `amountMinor` more of it is, or what is left of it: to be read before the first
 * attempt, because one that Stripe answered by an error may have been made all the same.
 */
export async function readTotalAfterFurtherRefund(
  stripe: Stripe,
  paymentId: string,
  amountMinor: number,
): Promise<number> {
  const { refundedMinor, amount } = await readAmounts(stripe, paymentId);
  return Math.min(amount, refundedMinor + amountMinor);
}

/** Reads a payment that succeeded, with whose it is: neither a dispute nor a refund names them. */
export async function readPaymentAndCustomer(stripe: Stripe, paymentId: string) {
  const charge = await findCharge(stripe, paymentId);
  if (!charge) return null;
  const disputes = charge.disputed
    ? (await stripe.disputes.list({ charge: charge.id, limit: 10 })).data
    : [];
  return { customerId: toStripeId(charge.customer), payment: toPayment(charge, disputes) };
}

async function findCharge(stripe: Stripe, paymentId: string) {
  const { data } = await stripe.charges.list({
    payment_intent: paymentId,
    limit: 10,
    expand: ['data.refunds'],
  });
  return data.find(({ paid }) => paid);
}

async function readAmounts(stripe: Stripe, paymentId: string) {
  const charge = await findCharge(stripe, paymentId);
  return {
    amount: charge?.amount ?? 0,
    refundedMinor: charge ? computeRefundedMinor(charge) : 0,
  };
}

async function refund(stripe: Stripe, paymentId: string, amount: number, name: string) {
  if (amount <= 0) return;
  const params = { payment_intent: paymentId, amount };
  try {
    // What is left may be less by now: the operator can refund a part at Stripe.
    const idempotencyKey = buildIdempotencyKey(name, params);
    await stripe.refunds.create(params, { idempotencyKey });
  } catch (error) {
    // What Stripe repeats was true of an earlier request: the bank may have decided since.
    if (isReplayedAnswer(error)) throw error;
    // A disputed payment is in the bank's hands.
    if (
      !isStripeErrorWithCode(error, 'charge_already_refunded') &&
      !isStripeErrorWithCode(error, 'charge_disputed')
    )
      throw error;
  }
}

/**
 * Returns the id of a plan's product in Stripe, whose name is on invoices; creates it if missing. One that the operator
 * has archived is taken out again: "If you want to disable a product so that it can't be added to new invoices or
 * subscriptions, you can archive it" (https://docs.stripe.com/products-prices/manage-prices), but what is sold is said
 * in the studio.
 */
export async function ensureActiveProduct(stripe: Stripe, plan: PassPlan, name: string) {
  const id = `envol_${plan}`;
  try {
    await stripe.products.update(id, { active: true });
  } catch (error) {
    if (!isStripeErrorWithCode(error, 'resource_missing')) throw error;
    await createUnlessExists(() => stripe.products.create({ id, name }));
  }
  return id;
}

/**
 * Returns the discounts of a checkout: a coupon, created if missing, that lowers the first payment of a subscription to
 * `amountMinor`; none for a plan paid once, whose price is lowered itself.
 */
export async function ensureCheckoutDiscounts(stripe: Stripe, terms: CheckoutTerms) {
  const { offerId, usualAmountMinor, amountMinor, currency } = terms;
  const off = usualAmountMinor - amountMinor;
  if (off <= 0 || !isRecurringPlan(terms.plan)) return [];
  const id = `offer_${offerId}_${currency}_${off}`;
  await createUnlessExists(() =>
    stripe.coupons.create({
      id,
      amount_off: off,
      currency: currency.toLowerCase(),
      duration: 'once',
    }),
  );
  return [{ coupon: id }];
}

/** Returns the price of the yearly plan as parameters for Stripe; creates its product there if missing. */
async function prepareYearlyPrice(
  stripe: Stripe,
  { amountMinor, currency, planName }: YearlyPriceAndProrationInstant,
) {
  const product = await ensureActiveProduct(stripe, 'yearly', planName);
  return {
    price_data: {
      product,
      currency: currency.toLowerCase(),
      unit_amount: amountMinor,
      tax_behavior: 'inclusive' as const,
      recurring: { interval: 'year' as const },
    },
  };
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

async function readItem(stripe: Stripe, id: string) {
  const { items, customer } = await stripe.subscriptions.retrieve(id);
  return {
    item: items.data[0]?.id ?? '',
    customer: typeof customer === 'string' ? customer : customer.id,
  };
}

/** Computes what a change of a subscription to the yearly plan costs now, in minor units, the unused part deducted. */
export async function previewYearlyChangeMinor(
  stripe: Stripe,
  id: string,
  terms: YearlyPriceAndProrationInstant,
) {
  const { item, customer } = await readItem(stripe, id);
  const preview = await stripe.invoices.createPreview({
    customer,
    subscription: id,
    subscription_details: {
      items: [{ id: item, ...(await prepareYearlyPrice(stripe, terms)) }],
      proration_behavior: 'always_invoice',
      proration_date: toSeconds(terms.at),
    },
  });
  return readAmountDueMinorOrRefuseTaxOnTop(preview);
}

/** Changes a subscription to the yearly plan once its invoice is paid. */
export async function changePlanToYearly(
  stripe: Stripe,
  id: string,
  terms: YearlyPriceAndProrationInstant,
) {
  const { item } = await readItem(stripe, id);
  // "When you use `pending_if_incomplete` you can only pass the parameters supported by pending updates", which metadata
  // is not (https://docs.stripe.com/api/subscriptions/update).
  await stripe.subscriptions.update(id, {
    items: [{ id: item, ...(await prepareYearlyPrice(stripe, terms)) }],
    proration_behavior: 'always_invoice',
    proration_date: toSeconds(terms.at),
    payment_behavior: 'pending_if_incomplete',
  });
}

/** The most objects of a kind that are read of one customer. */
const MAX_OBJECTS = 300;

/**
 * Lists the objects that Stripe stores about a customer, past ones included: at most 300 of each kind, the newest
 * first.
 */
export async function readStripeCustomerObjects(
  stripe: Stripe,
  customer: string,
): Promise<StripeCustomerObjects> {
  const limit = { limit: MAX_OBJECTS };
  const page = { customer, limit: 100 };
  const [subscriptions, sessions, invoices, charges] = await Promise.all([
    stripe.subscriptions
      .list({
        ...page,
        status: 'all',
        expand: [
          'data.customer',
          'data.default_payment_method',
          'data.discounts.source.coupon',
          'data.schedule',
        ],
      })
      .autoPagingToArray(limit),
    stripe.checkout.sessions.list({ ...page, status: 'complete' }).autoPagingToArray(limit),
    stripe.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray(limit),
    stripe.charges.list({ ...page, expand: ['data.refunds'] }).autoPagingToArray(limit),
  ]);
  const disputed = charges.filter((charge) => charge.disputed);
  const disputes = await Promise.all(
    disputed.map((charge) =>
      stripe.disputes.list({ charge: charge.id, limit: 10 }).autoPagingToArray({ limit: 10 }),
    ),
  );
  const unpaid = await Promise.all(
    subscriptions
      .filter(
        ({ status, pending_update: update }) =>
          ['past_due', 'unpaid', 'paused'].includes(status) || update !== null,
      )
      .flatMap(({ latest_invoice: latest }) => (typeof latest === 'string' ? [latest] : []))
      .map((id) =>
        stripe.invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] }),
      ),
  );
  return { subscriptions, sessions, invoices, charges, disputes: disputes.flat(), unpaid };
}
