import type { StripeAccount } from '../stripe-model/account.ts';
import type { CheckoutSession, Subscription } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import { getSubscriptionItem } from '../stripe-model/subscriptions.ts';
import type { Actor } from './actor.ts';
import {
  type PaymentAssumptions,
  findPaidUntilSeconds,
  DEFAULT_ASSUMPTIONS,
  isChargePaid,
  isOneTimePurchaseOfPlan,
  isRefundOwedAgain,
} from './charge-status.ts';
import {
  computePlannedCharge,
  findNextPrice,
  isSubscriptionLive,
  isSubscriptionPaused,
  isSubscriptionEnding,
  type PlannedCharge,
  getPlanOfPrice,
} from './planned-charges.ts';
import type { Gift } from './gifts.ts';
import { findRemainingPaidTime } from './remaining-paid-time.ts';

// What is true of a person, from what truly happened at Stripe and nothing else. The rules, each with where it is from:
//
// 1. What was paid gives access: a monthly or yearly pass until the end of the last period that was paid ("it then runs to
//    the end of the time you've already paid for", terms), a trip pass for thirty days from its payment ("30 days around one
//    flight, bought once, never renewed", product page), a lifetime pass for good ("premium (monthly, yearly) and lifetime:
//    everything", product page). What a promotion code makes free counts as paid: nothing was due. A debit that is on its
//    way has paid nothing yet: "Check the payment_status property to determine if it requires fulfillment"; "your order might
//    be unpaid … checkout.session.async_payment_succeeded" (Stripe, Fulfill orders).
// 2. A payment that was given back whole, or that its bank took back for good (a dispute that is lost), is no payment: the
//    person has "neither access nor a refund" or one of both. What was given back in part stays paid. A dispute that is open
//    changes nothing: "access stays … losing_evidence in Stripe: the pass ends" (docs/selling.md).
// 3. A pass that renews gives access for seven days more, while the renewal is not confirmed (a promise of the app alone:
//    contract of `endsAt`, "seven days after a renewal that is not confirmed"). One that was stopped gives none, also where Stripe
//    still collects the renewal: "it then runs to the end of the time you've already paid for" (terms).
// 4. A subscription that has ended gives no access, nor one that is given up as unpaid, the seven days or not: "Revoke access
//    to your product when the subscription is `unpaid`" (Stripe, How subscriptions work); "Pause subscriptions after a payment failure
//    to stop service delivery" (Stripe, Pause subscriptions after payment failure).
// 5. What charges: each subscription that is neither ended, unpaid nor stopped, at the end of its period, at its price less
//    its discounts. What is taken from the card then is less by the credit in the customer's balance: "The credit balance
//    automatically applies to the next finalized invoice" (Stripe, Customer credit balance).
// 6. A person never has two things that charge, nor one that charges beside a lifetime pass ("none in which two things charge").
// 7. The studio earned what was paid less what went back and what disputes took. Credit in a customer's balance is no money
//    that went back.
// 8. What a person has withdrawn from, or the operator ended with a refund, gives no access from then on, whenever its money
//    goes back. It goes back "straight away", "everything you paid for it"; of a second withdrawal within a year "within seven
//    days, whatever they find" (terms; later than fourteen days is against L221-24 of the Code de la consommation). What cost
//    nothing is no first one (decision 149); what a bank held is owed as soon as it decides for the studio.
// 9. A gift is a pass of the person who redeems its code, for a month, a year or for good, from then on "or when the present one
//    ends" (contract of `/api/gifts/redeem`), as long as its payment is kept. Its buyer has a code and no pass by it, until
//    it is redeemed, given back or refunded; a code that was given back is worth nothing. What its buyer
//    withdraws from goes back straight away, whichever withdrawal it is: no text says otherwise of a gift.
// 10. "There is neither access nor payment" in a pause, after the time that is paid, "and then it goes on by itself, on the
//    day and for the price that were shown" (terms). What Stripe voids was not paid. Where the bank asks about the payment
//    that ends a pause, it goes on until that is made (contract of `bankUrl`).
// 11. What goes on with another plan charges the price of that plan, once what is paid is over ("a yearly pass can continue
//    monthly once its year is over", terms). What a code of Stripe's Dashboard lowers for longer than once lowers what will be
//    charged ("once, for a set number of months, or indefinitely", Stripe, Coupons and promotion codes).
// 12. What a person has stopped in the app, and what is left by a person who erased their account, is collected no more: no
//    renewal, and no invoice that Stripe would try again ("at once where that is not paid", contract of `renewal`).
// 13. A payer has access, a gift's code or the money back within an hour; a payer after the erasure has it back.
//    These are asserted from the payments themselves, whatever is computed here (invariants.ts).
// 14. A lifetime pass takes over a month or a year, and a year a month, its rest credited. Where that goes back whole otherwise
//    than by its owner's withdrawal, "the time that you'd paid for before is yours again until it's over" (terms), unless that
//    was given back too: "No history in which somebody pays and has neither access nor a refund".
// 15. A refund that comes back from the bank is none: "the funds are returned to your Stripe balance" (Stripe, Failed refunds). The
//    money is on its way again within an hour of Stripe knowing (delayed-checks.ts). Until then what was paid for is there again, also
//    where the subscription ended with it; it takes the place of nothing that was bought meanwhile. Where rule 8 holds it holds on:
//    a person who has withdrawn is owed their money, and no access.

export const GRACE_S = 7 * 86_400;
export const TRIP_PASS_S = 30 * 86_400;

export interface ExpectedPassState {
  hasAccess: boolean;
  tier: 'free' | 'premium' | 'lifetime';
  plan: 'monthly' | 'yearly' | 'lifetime' | 'trip' | null;
  /** The end of what is paid (seconds); null for never, or without access. */
  paidUntil: number | null;
  /** The end of access if nothing changes (seconds); null for never, or without access. */
  endsAt: number | null;
  /** Whether a gift follows what a person has now: access ends with the gift. */
  isFollowed: boolean;
  renews: boolean;
  /** Whether it is for life, and is to go back again (rule 15). */
  isGoingBack: boolean;
  /** What will charge by itself. */
  charges: PlannedCharge[];
  /** Until when the payments are paused: the instant of the next one (seconds). */
  pausedUntil: number | null;
  /** Whether it goes on with another plan, and whether a change to the yearly one waits. */
  nextPlan: 'monthly' | 'yearly' | null;
  isChanging: boolean;
}

export type StripeCustomerOwner = Pick<
  Actor,
  'customers' | 'withdrawn' | 'returned' | 'redeemed' | 'gifts' | 'pauses'
>;

interface Source {
  /** When it begins (seconds), where that may be later than now. */
  from?: number;
  tier: 'premium' | 'lifetime';
  plan: ExpectedPassState['plan'];
  paidUntil: number | null;
  endsAt: number | null;
  renews: boolean;
  /** Whether it is a subscription that has not ended. */
  isRunning?: true;
  isGoingBack?: boolean;
}

/** What a subscription gives; null where it gives nothing. */
export function computeSubscriptionAccess(
  account: StripeAccount,
  subscription: Subscription,
  pauses: Actor['pauses'],
  assumed: PaymentAssumptions = DEFAULT_ASSUMPTIONS,
): Source | null {
  const paidUntil = findPaidUntilSeconds(account, subscription, assumed);
  if (!isSubscriptionLive(subscription) || paidUntil === null) return null;
  const renews = !isSubscriptionEnding(subscription);
  const end = Math.min(paidUntil, subscription.cancel_at ?? paidUntil);
  const hasGrace = renews && !isSubscriptionPaused(subscription, pauses);
  return {
    tier: 'premium',
    plan: getPlanOfPrice(getSubscriptionItem(subscription).price),
    paidUntil,
    endsAt: hasGrace ? paidUntil + GRACE_S : end,
    renews,
    isRunning: true,
  };
}

function readPurchase(
  account: StripeAccount,
  session: CheckoutSession,
  assumed: PaymentAssumptions,
): Source | null {
  if (session.mode !== 'payment') return null;
  const isFree = session.payment_status === 'no_payment_required';
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  if (!isFree && !isChargePaid(account, charge, assumed)) return null;
  if (isOneTimePurchaseOfPlan(account, session, 'trip')) {
    // What cost nothing has no charge, but the invoice that was made of it.
    const receipt = account.invoices.get(session.invoice ?? '');
    const paidAt = charge?.created ?? receipt?.status_transitions.paid_at ?? session.created;
    const end = paidAt + TRIP_PASS_S;
    return { tier: 'premium', plan: 'trip', paidUntil: end, endsAt: end, renews: false };
  }
  const isGoingBack = charge !== undefined && isRefundOwedAgain(account, charge);
  const forGood = { paidUntil: null, endsAt: null, renews: false, isGoingBack };
  return { tier: 'lifetime', plan: 'lifetime', ...forGood };
}

function readGift(
  account: StripeAccount,
  { session, plan, redeemed, isWithdrawn, isReturned }: Gift,
  assumed: PaymentAssumptions,
): Source | null {
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  const isFree = session.payment_status === 'no_payment_required';
  if (
    !redeemed ||
    isWithdrawn ||
    isReturned ||
    (!isFree && !isChargePaid(account, charge, assumed))
  )
    return null;
  const { start: from, end } = redeemed;
  const tier = plan === 'lifetime' ? 'lifetime' : 'premium';
  return { from, tier, plan, paidUntil: end, endsAt: end, renews: false };
}

/** What came back of a subscription that another pass had taken over (rule 14). */
function readRestored(
  account: StripeAccount,
  owner: StripeCustomerOwner,
  subscription: Subscription,
  assumed: PaymentAssumptions,
): Source | null {
  const rest = findRemainingPaidTime(account, owner, subscription, assumed);
  return rest && { ...rest, tier: 'premium', endsAt: rest.paidUntil, renews: false };
}

/** When access ends if nothing changes: with what follows without a gap (contract of `endsAt`). */
function findEnd(end: number | null, sources: readonly Source[]): number | null {
  const next = sources.find(
    ({ from, endsAt }) =>
      end !== null && from !== undefined && from <= end && (endsAt === null || endsAt > end),
  );
  return next ? findEnd(next.endsAt, sources) : end;
}

const listOwn = (account: StripeAccount, { customers }: Pick<StripeCustomerOwner, 'customers'>) =>
  [...account.subscriptions.values()].filter(({ customer }) => customers.has(customer));

/** Tells what is true of the person who owns these customers of Stripe, at an instant (seconds). */
export function computeTruth(
  account: StripeAccount,
  owner: StripeCustomerOwner,
  now = account.now(),
  assumed: PaymentAssumptions = DEFAULT_ASSUMPTIONS,
): ExpectedPassState {
  const { customers, withdrawn, returned, redeemed, gifts, pauses } = owner;
  const own = listOwn(account, owner);
  const sessions = [...account.sessions.values()].filter(
    ({ customer, status }) => customers.has(customer ?? '') && status === 'complete',
  );
  const sources = [
    ...own
      .filter(({ id }) => !withdrawn.has(id))
      .map((one) => computeSubscriptionAccess(account, one, pauses, assumed)),
    ...sessions
      .filter((one) => !withdrawn.has(one.id) && !gifts.some(({ session }) => session === one))
      .map((one) => readPurchase(account, one, assumed)),
    ...own
      .filter(({ id }) => !withdrawn.has(id) || returned.has(id))
      .map((one) => readRestored(account, owner, one, assumed)),
    ...redeemed.map((gift) => readGift(account, gift, assumed)),
  ].filter((source) => source !== null);
  const valid = sources.filter(
    ({ endsAt, from = 0 }) => from <= now && (endsAt === null || endsAt > now),
  );
  const [best] = valid.toSorted(
    (a, b) =>
      Number(b.tier === 'lifetime') - Number(a.tier === 'lifetime') ||
      Number(a.isGoingBack === true) - Number(b.isGoingBack === true) ||
      (b.endsAt ?? Infinity) - (a.endsAt ?? Infinity),
  );
  // "Whatever will still charge is always shown and can be ended by its owner, whatever else they have" (what the histories hold).
  const shown =
    best?.tier === 'lifetime' ? best : (valid.find(({ isRunning }) => isRunning) ?? best);
  const charges = own
    .map((one) => computePlannedCharge(account, one, pauses))
    .filter((charge) => charge !== null);
  const [charging] = own.filter(({ id }) => id === charges[0]?.subscription);
  const next = charging && getPlanOfPrice(findNextPrice(account, charging));
  const isPaused = charging !== undefined && isSubscriptionPaused(charging, pauses);
  return {
    hasAccess: best !== undefined,
    tier: best?.tier ?? 'free',
    plan: shown?.plan ?? null,
    paidUntil: shown?.paidUntil ?? null,
    endsAt: best ? findEnd(best.endsAt, sources) : null,
    isFollowed: best !== undefined && findEnd(best.endsAt, sources) !== best.endsAt,
    renews: shown?.renews ?? false,
    isGoingBack: best?.isGoingBack === true,
    charges,
    pausedUntil: isPaused ? (charges[0]?.at ?? null) : null,
    nextPlan:
      charging && next && next !== getPlanOfPrice(getSubscriptionItem(charging).price)
        ? next
        : null,
    isChanging: own.some((one) => isSubscriptionLive(one) && one.pending_update !== null),
  };
}
