import type Stripe from 'stripe';
import { type CardOutcome, decideOutcome, type TestCard } from './cards.ts';
import { FixtureError, createMissingError } from './errors.ts';
import { buildPaymentMethod } from './objects.ts';
import { buildDispute, buildPayment, buildRefund } from './payment-objects.ts';
import type { World } from './world.ts';

/** Whether a person is present at the payment, and whether they authenticated with their bank. */
export interface Presence {
  isPresent: boolean;
  isAuthenticated: boolean;
}
/** A payment without the person, such as a renewal. */
export const ABSENT: Presence = { isPresent: false, isAuthenticated: false };

/** Stores a test card as a payment method of the customer. */
export function saveCard(world: World, card: TestCard): Stripe.PaymentMethod {
  return world.put(buildPaymentMethod(world, card));
}

/** Takes an amount from a saved card; emits events. When the bank refuses, nothing is stored and `intent` is null. */
export function takePayment(
  world: World,
  money: { amount: number; currency: string; paymentMethod: string },
  presence: Presence,
): { outcome: CardOutcome; intent: Stripe.PaymentIntent | null } {
  const method = world.get<Stripe.PaymentMethod>(money.paymentMethod);
  if (!method) throw createMissingError(money.paymentMethod);
  const card = method.metadata?.test_card as TestCard;
  const outcome = decideOutcome(card, presence);
  if (outcome !== 'paid') return { outcome, intent: null };
  const { intent, charge } = buildPayment(world, money);
  world.put(intent);
  world.put(charge);
  world.emit('payment_intent.succeeded', intent);
  world.emit('charge.succeeded', charge);
  if (card === 'disputed') openDispute(world, charge.id);
  return { outcome, intent };
}

/** Turns a refused payment into Stripe's error. */
export function toCardError(outcome: CardOutcome): FixtureError {
  if (outcome === 'authentication')
    return new FixtureError(402, 'This payment requires additional user action.', {
      type: 'card_error',
      code: 'authentication_required',
    });
  return new FixtureError(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    declineCode: outcome,
  });
}

function findCharge(world: World, id: string): Stripe.Charge {
  const intent = world.get<Stripe.PaymentIntent>(id);
  const charge = world.get<Stripe.Charge>(intent ? (intent.latest_charge as string) : id);
  if (!charge) throw createMissingError(id);
  return charge;
}

/**
 * Refunds `asked` (minor units) of a payment, by default all that is left.
 * @throws {FixtureError} when it is refunded already, or `asked` is more than what is left
 */
export function refundPayment(world: World, payment: string, asked?: number): Stripe.Refund {
  const charge = findCharge(world, payment);
  const left = charge.amount - charge.amount_refunded;
  const amount = asked ?? left;
  if (left === 0)
    throw new FixtureError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (!Number.isInteger(amount) || amount <= 0 || amount > left)
    throw new FixtureError(400, 'Refund amount is not what is left of the charge.');
  const refund = world.put(buildRefund(world, charge, amount));
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.put(charge);
  world.emit('charge.refunded', charge);
  return refund;
}

/** Opens a dispute of a payment by the customer's bank. */
export function openDispute(world: World, payment: string): Stripe.Dispute {
  const charge = findCharge(world, payment);
  charge.disputed = true;
  world.put(charge);
  const dispute = world.put(buildDispute(world, charge));
  world.emit('charge.dispute.created', dispute);
  return dispute;
}

/**
 * Closes the open dispute of a payment.
 * @throws {FixtureError} when there is none
 */
export function closeDispute(world: World, payment: string, status: 'won' | 'lost'): void {
  const charge = findCharge(world, payment);
  const dispute = world
    .list<Stripe.Dispute>('dispute')
    .find((one) => one.charge === charge.id && one.status === 'needs_response');
  if (!dispute) throw createMissingError(`dispute of ${payment}`);
  dispute.status = status;
  world.put(dispute);
  world.emit('charge.dispute.closed', dispute);
}
