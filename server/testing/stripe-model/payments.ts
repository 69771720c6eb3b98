import { type StripeAccount, DAY_S, findOrRefuse, StripeRefusal } from './account.ts';
import type { Charge, Dispute, PaymentIntent, Refund } from './objects.ts';

/** What came of an attempt to charge. */
export type ChargeOutcome = 'succeeded' | 'declined' | 'requires_action' | 'processing';

export function createPaymentIntent(
  account: StripeAccount,
  given: Pick<PaymentIntent, 'amount' | 'currency' | 'customer'> & Partial<PaymentIntent>,
): PaymentIntent {
  const intent: PaymentIntent = {
    ...account.make('intents', 'payment_intent'),
    amount_received: 0,
    latest_charge: null,
    metadata: {},
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    last_payment_error: null,
    next_action: null,
    ...given,
  };
  account.intents.set(intent.id, intent);
  account.emit('payment_intent.created', intent);
  return intent;
}

/**
 * Charges a card, as its bank then decides. With `isConfirmed` the owner has confirmed the payment (3-D Secure).
 * "If the payment attempt fails … the PaymentIntent's status returns to requires_payment_method" (Stripe, How
 * PaymentIntents work).
 */
export function attemptCharge(
  account: StripeAccount,
  intent: PaymentIntent,
  methodId: string,
  isConfirmed = false,
): ChargeOutcome {
  intent.payment_method = methodId;
  const mood = account.moods.get(methodId) ?? 'pays';
  if (mood === 'asks' && !isConfirmed) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk' };
    account.emit('payment_intent.requires_action', intent);
    return 'requires_action';
  }
  intent.next_action = null;
  if (mood === 'declines') {
    const error = { type: 'card_error', code: 'card_declined', decline_code: 'generic' } as const;
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error });
    const charge = createCharge(account, intent, 'failed');
    account.emit('charge.failed', charge);
    account.emit('payment_intent.payment_failed', intent);
    return 'declined';
  }
  if (mood === 'hangs' || mood === 'bounces') {
    intent.status = 'processing';
    account.emit('charge.pending', createCharge(account, intent, 'pending'));
    account.emit('payment_intent.processing', intent);
    return 'processing';
  }
  markPaymentIntentPaid(account, intent);
  return 'succeeded';
}

/** Marks a payment as received. */
export function markPaymentIntentPaid(account: StripeAccount, intent: PaymentIntent): Charge {
  const charge = settleCharge(account, intent, 'succeeded');
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
  });
  account.emit('charge.succeeded', charge);
  account.emit('payment_intent.succeeded', intent);
  return charge;
}

/** Ends a payment that was on its way, or makes its charge: a bank debit has one charge, which is `pending` first. */
function settleCharge(
  account: StripeAccount,
  intent: PaymentIntent,
  status: 'succeeded' | 'failed',
): Charge {
  const pending = account.charges.get(intent.latest_charge ?? '');
  if (pending?.status !== 'pending') return createCharge(account, intent, status);
  const isPaid = status === 'succeeded';
  return Object.assign(pending, {
    status,
    paid: isPaid,
    captured: isPaid,
    amount_captured: isPaid ? pending.amount : 0,
    failure_code: isPaid ? null : 'insufficient_funds',
  });
}

/**
 * Has a bank debit fail that was on its way: "If the payment fails, the PaymentIntent transitions to requires_payment_method"
 * (Stripe, SEPA Direct Debit).
 */
export function failBankDebit(account: StripeAccount, intent: PaymentIntent): void {
  const charge = settleCharge(account, intent, 'failed');
  const error = { type: 'card_error', code: 'payment_intent_payment_attempt_failed' } as const;
  Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error });
  account.emit('charge.failed', charge);
  account.emit('payment_intent.payment_failed', intent);
}

/**
 * Has a debit that is on its way arrive or fail "up to 5 business days" later (Stripe, SEPA Direct Debit); the next ones
 * of a good account arrive, of a bad one are refused.
 */
export function scheduleBankDebitOutcome(
  account: StripeAccount,
  intent: PaymentIntent,
  onSettled: (outcome: 'succeeded' | 'declined') => void,
): void {
  const method = intent.payment_method ?? '';
  const isGood = account.moods.get(method) !== 'bounces';
  account.schedule(account.now() + BANK_DEBIT_DELAY_S, () => {
    if (intent.status !== 'processing') return;
    if (isGood) markPaymentIntentPaid(account, intent);
    else failBankDebit(account, intent);
    onSettled(isGood ? 'succeeded' : 'declined');
  });
}

function createCharge(
  account: StripeAccount,
  intent: PaymentIntent,
  status: Charge['status'],
): Charge {
  const method = findOrRefuse(account.methods, intent.payment_method ?? '', 'PaymentMethod');
  const isPaid = status === 'succeeded';
  const charge: Charge = {
    ...account.make('charges', 'charge'),
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    captured: isPaid,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: status === 'failed' ? 'card_declined' : null,
    metadata: { ...intent.metadata },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: method.type,
      ...(method.card && { card: { brand: method.card.brand, last4: method.card.last4 } }),
    },
    refunded: false,
    status,
  };
  account.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  return charge;
}

/** The successful charge of a payment. */
export function findPaidCharge(account: StripeAccount, intentId: string): Charge | undefined {
  return [...account.charges.values()].find(
    ({ payment_intent, paid }) => paid && payment_intent === intentId,
  );
}

export interface RefundRequest {
  payment_intent?: string | undefined;
  charge?: string | undefined;
  amount?: number | undefined;
  reason?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

/**
 * Gives money back. "You can't refund a total greater than the original charge amount" (Stripe, Refund and cancel
 * payments); a wholly refunded charge answers `charge_already_refunded`, a disputed one `charge_disputed` (Stripe, Error
 * codes).
 */
export function createRefund(account: StripeAccount, request: RefundRequest): Refund {
  const charge =
    request.charge === undefined
      ? findPaidCharge(
          account,
          findOrRefuse(account.intents, request.payment_intent ?? '', 'payment_intent').id,
        )
      : findOrRefuse(account.charges, request.charge, 'charge');
  if (!charge?.paid)
    throw new StripeRefusal(400, 'This PaymentIntent does not have a successful charge to refund.');
  if (charge.refunded)
    throw new StripeRefusal(400, 'Charge has already been refunded.', 'charge_already_refunded');
  const dispute = [...account.disputes.values()].find((one) => one.charge === charge.id);
  if (dispute && !dispute.is_charge_refundable)
    throw new StripeRefusal(400, 'Charge has been charged back.', 'charge_disputed');
  const left = charge.amount - charge.amount_refunded;
  const amount = request.amount ?? left;
  if (amount > left)
    throw new StripeRefusal(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    );
  const refund: Refund = {
    ...account.begin('refunds', 'refund'),
    amount,
    charge: charge.id,
    currency: charge.currency,
    metadata: request.metadata ?? {},
    payment_intent: charge.payment_intent,
    reason: request.reason ?? null,
    // "Refunds to bank debits … take up to 14 days"; the refund is `pending` until then (Stripe, Refund and cancel payments).
    status: charge.payment_method_details.type === 'card' ? 'succeeded' : 'pending',
  };
  account.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  account.emit('refund.created', refund);
  account.emit('charge.refunded', charge);
  if (refund.status === 'pending')
    account.schedule(account.now() + BANK_DEBIT_DELAY_S, () => {
      if (refund.status !== 'pending') return;
      refund.status = 'succeeded';
      account.emit('refund.updated', refund);
      account.emit('charge.refund.updated', refund);
    });
  return refund;
}

/**
 * Has a refund come back from the bank, days later: "If the bank can't process the refund … the funds are returned to
 * your Stripe balance … the refund's status is updated to failed" (Stripe, Refund and cancel payments, Failed refunds).
 */
export function failRefund(account: StripeAccount, refund: Refund): void {
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  const charge = findOrRefuse(account.charges, refund.charge, 'charge');
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  account.emit('refund.updated', refund);
  account.emit('charge.refund.updated', refund);
  account.emit('refund.failed', refund);
}

/**
 * "The disputed amount is withdrawn from your balance" at once; of an inquiry nothing is, and "you can refund the payment"
 * (Stripe, How disputes work). A bank debit that was given back whole can be disputed all the same.
 */
export function openDispute(account: StripeAccount, charge: Charge, isInquiry = false): Dispute {
  const dispute: Dispute = {
    ...account.make('disputes', 'dispute'),
    amount: charge.refunded ? charge.amount : charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    is_charge_refundable: isInquiry,
    evidence_details: {
      due_by: account.now() + 9 * DAY_S,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    metadata: {},
  };
  account.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  account.emit('charge.dispute.created', dispute);
  if (!isInquiry) account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Has a bank go on from an inquiry: the same dispute becomes a chargeback, which takes the money and needs a response (Stripe, How
 * disputes work, Inquiries).
 */
export function escalateInquiry(account: StripeAccount, dispute: Dispute): void {
  Object.assign(dispute, { status: 'needs_response', is_charge_refundable: false });
  account.emit('charge.dispute.updated', dispute);
  account.emit('charge.dispute.funds_withdrawn', dispute);
}

/** A dispute that is won gives the money back to the business. */
export function closeDispute(
  account: StripeAccount,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): void {
  // "warning_closed": an inquiry that became no dispute within 120 days.
  const status = dispute.status === 'warning_needs_response' ? 'warning_closed' : outcome;
  dispute.status = status;
  // A won dispute's charge can be refunded again.
  dispute.is_charge_refundable = status !== 'lost';
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', dispute);
  account.emit('charge.dispute.closed', dispute);
}

/** How long a bank debit takes: "up to 5 business days" (Stripe, SEPA Direct Debit). */
export const BANK_DEBIT_DELAY_S = 5 * DAY_S;
