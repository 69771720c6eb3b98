import type Stripe from 'stripe';
import { readMapParam, readNumberParam, readTextParam } from './form.ts';
import { type ApiCall, listStripePage } from './listing.ts';
import { type CardOutcome, decideCardOutcome, type TestCard } from './cards.ts';
import { FakeStripeError, createResourceMissingError } from './errors.ts';
import { buildPaymentMethod, toStripeList } from './objects.ts';
import { buildDispute, buildPaymentIntentAndCharge, buildRefund } from './payment-objects.ts';
import type { StripeState } from './state.ts';

/** Whether a person is present at the payment, and whether they authenticated with their bank. */
export interface PayerPresence {
  isPresent: boolean;
  isAuthenticated: boolean;
}
/** A payment without the person, such as a renewal. */
export const PAYER_ABSENT: PayerPresence = { isPresent: false, isAuthenticated: false };

/** Stores a test card as a payment method of the fake Stripe's customer, and returns it. */
export function saveCard(stripe: StripeState, card: TestCard): Stripe.PaymentMethod {
  return stripe.put(buildPaymentMethod(stripe, card));
}

/**
 * Takes an amount from a saved card of the fake Stripe and emits the events of it. When the bank refuses, nothing is
 * stored and `intent` is null.
 */
export function chargeCard(
  stripe: StripeState,
  money: { amount: number; currency: string; paymentMethod: string },
  presence: PayerPresence,
): { outcome: CardOutcome; intent: Stripe.PaymentIntent | null } {
  const method = stripe.get<Stripe.PaymentMethod>(money.paymentMethod);
  if (!method) throw createResourceMissingError(money.paymentMethod);
  const card = method.metadata?.test_card as TestCard;
  const outcome = decideCardOutcome(card, presence);
  if (outcome !== 'paid') return { outcome, intent: null };
  const { intent, charge } = buildPaymentIntentAndCharge(stripe, money);
  stripe.put(intent);
  stripe.put(charge);
  stripe.emit('payment_intent.succeeded', intent);
  stripe.emit('charge.succeeded', charge);
  if (card === 'disputed') openDispute(stripe, charge.id);
  return { outcome, intent };
}

/** Converts the outcome of a refused card payment to the error that Stripe replies with. */
export function toCardError(outcome: CardOutcome): FakeStripeError {
  if (outcome === 'authentication')
    return new FakeStripeError(402, 'This payment requires additional user action.', {
      type: 'card_error',
      code: 'authentication_required',
    });
  return new FakeStripeError(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    declineCode: outcome,
  });
}

function findCharge(stripe: StripeState, id: string): Stripe.Charge {
  const named = stripe.get<Stripe.PaymentIntent | Stripe.Charge>(id);
  const charge =
    named?.object === 'payment_intent'
      ? stripe.get<Stripe.Charge>(named.latest_charge as string)
      : named;
  if (!charge) throw createResourceMissingError(id);
  return charge;
}

/**
 * Refunds a payment of the fake Stripe: `asked` minor units of it, by default all that is left.
 * @throws {FakeStripeError} when it is refunded already, disputed, or `asked` is more than what is left
 */
export function refundPayment(stripe: StripeState, payment: string, asked?: number): Stripe.Refund {
  const charge = findCharge(stripe, payment);
  const left = charge.amount - charge.amount_refunded;
  const amount = asked ?? left;
  const isHeld = stripe
    .list<Stripe.Dispute>('dispute')
    .some((one) => one.charge === charge.id && one.status !== 'won');
  if (isHeld)
    throw new FakeStripeError(400, `Charge ${charge.id} has been charged back; cannot refund it.`, {
      code: 'charge_disputed',
    });
  if (left === 0)
    throw new FakeStripeError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (!Number.isInteger(amount) || amount <= 0 || amount > left)
    throw new FakeStripeError(400, 'Refund amount is not what is left of the charge.');
  const refund = stripe.put(buildRefund(stripe, charge, amount));
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  stripe.put(charge);
  stripe.emit('charge.refunded', charge);
  const method = stripe.get<Stripe.PaymentMethod>(charge.payment_method ?? '');
  if (method?.metadata?.['test_card'] === 'refund_fails') failLatestRefund(stripe, payment);
  return refund;
}

/** Refunds the payment that a call names. */
export function createRefund(stripe: StripeState, { params }: ApiCall) {
  const payment = readTextParam(params, 'payment_intent') ?? readTextParam(params, 'charge') ?? '';
  return refundPayment(stripe, payment, readNumberParam(params, 'amount'));
}

/** Opens a dispute of a payment of the fake Stripe, as the customer's bank would. */
export function openDispute(stripe: StripeState, payment: string): Stripe.Dispute {
  const charge = findCharge(stripe, payment);
  charge.disputed = true;
  stripe.put(charge);
  const dispute = stripe.put(buildDispute(stripe, charge));
  stripe.emit('charge.dispute.created', dispute);
  return dispute;
}

/**
 * Closes the open dispute of a payment of the fake Stripe, as won or lost.
 * @throws {FakeStripeError} when there is none
 */
export function closeDispute(stripe: StripeState, payment: string, status: 'won' | 'lost'): void {
  const charge = findCharge(stripe, payment);
  const dispute = stripe
    .list<Stripe.Dispute>('dispute')
    .find((one) => one.charge === charge.id && one.status === 'needs_response');
  if (!dispute) throw createResourceMissingError(`dispute of ${payment}`);
  dispute.status = status;
  stripe.put(dispute);
  stripe.emit('charge.dispute.closed', dispute);
}

/** Lists charges of the fake Stripe's customer, with their refunds where these are asked for. */
export function listCharges(stripe: StripeState, call: ApiCall) {
  const page = listStripePage(stripe, 'charge', call);
  if (!Object.values(readMapParam(call.params, 'expand')).includes('data.refunds')) return page;
  const refunds = stripe.list<Stripe.Refund>('refund');
  return {
    ...page,
    data: page.data.map((charge) => ({
      ...charge,
      refunds: toStripeList(
        refunds.filter((refund) => refund.charge === charge.id),
        '/v1/refunds',
      ),
    })),
  };
}

/**
 * Has the bank send the latest refund of a payment of the fake Stripe back: "the refund's status transitions to
 * `failed`" and "the amount is returned to your Stripe balance" (https://docs.stripe.com/refunds#failed-refunds).
 * @throws {FakeStripeError} when there is none
 */
export function failLatestRefund(stripe: StripeState, payment: string): void {
  const charge = findCharge(stripe, payment);
  const refund = stripe
    .list<Stripe.Refund>('refund')
    .find((one) => one.charge === charge.id && one.status === 'succeeded');
  if (!refund) throw createResourceMissingError(`refund of ${payment}`);
  stripe.put(
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' }),
  );
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  stripe.put(charge);
  stripe.emit('refund.failed', refund);
}

/** Builds an invoice payment of the fake Stripe in the format of Stripe's API; does not store it. */
export function buildInvoicePayment(
  invoice: Stripe.Invoice,
  paymentIntent: string,
  now: number,
): Stripe.InvoicePayment {
  return {
    id: `inpay_${invoice.id.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: invoice.total,
    amount_requested: invoice.total,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: now },
  };
}
