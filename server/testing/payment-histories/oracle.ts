import type { StripeAccount } from '../stripe-model/account.ts';
import { listLineItems } from '../stripe-model/checkout.ts';
import { findInvoiceIntent, getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Charge, CheckoutSession, Invoice, Subscription } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import { getOnlyItem } from '../stripe-model/subscriptions.ts';
import type { Actor } from './actor.ts';
import {
  findPlannedCharge,
  findNextPrice,
  isSubscriptionLive,
  isSubscriptionPaused,
  isSubscriptionEnding,
  type PlannedCharge,
  getPlanOfPrice,
} from './charges.ts';
import type { Gift } from './gifts.ts';

// What is true of a person, from what truly happened at Stripe and nothing else. The rules, each with where it is from:
//
// 1. What was paid gives access: a monthly or yearly pass until the end of the last period that was paid (contract of
//    `periodEnd`: "The end of what is paid"), a trip pass for thirty days from its payment (pass page: "Thirty days around
//    one flight. Never renews."), a lifetime pass for good (product page: "premium (monthly, yearly) and lifetime:
//    everything"). What a promotion code makes free counts as paid: nothing was due.
// 2. A payment that was given back whole, or that its bank took back for good (a dispute that is lost), is no payment.
//    What was given back in part stays paid. Whether there is access while a dispute is open is left open.
// 3. A pass that renews gives access for seven days more, while the renewal is not confirmed (contract of `endsAt`: "seven
//    days after a renewal that is not confirmed"). One that was stopped gives none.
// 4. A subscription that has ended or is given up as unpaid at Stripe gives no access.
// 5. What charges: each subscription that is neither ended, unpaid nor stopped, at the end of its period, at its price.
// 6. A person never has two things that charge, nor one that charges beside a lifetime pass.
// 7. The studio earned what was paid less what went back and what disputes took. Credit in a customer's balance is no money
//    that went back.
// 8. What a person has withdrawn from, or the operator ended with a refund, gives no access from then on; a trip or lifetime
//    pass whose refund waits, or fails at the bank, is no pass.
//    Its money is back within fourteen days (terms; Code de la consommation, L221-24).
// 9. A gift is a pass of whoever redeems its code, for a month, a year or for good, from then on "or when the present one
//    ends" (contract of `/api/gifts/redeem`), as long as its payment is kept. Its buyer has a code and no pass by it, until
//    it is redeemed, given back or refunded; a code that was given back is worth nothing.
// 10. A pass whose payments are paused gives "access to the end of what is paid" (contract of the pause) without the seven
//    days; it charges at the first renewal after the pause. What Stripe voids was not paid. Where the bank asks about the
//    payment that ends it, it goes on until that is made (contract of `bankUrl`).
// 11. What goes on with another plan charges the price of that plan, once what is paid is over (contract of `next-plan`).
//    What a code lowers for longer than once lowers what will be charged.
// 12. What a person has stopped in the app, and what is left by a person who erased their account, is collected no more: no
//    renewal, and no invoice that Stripe would try again ("at once where that is not paid", contract of `renewal`).
// 13. Whoever pays has access, a gift's code or the money back within an hour; whoever pays after the erasure has it back.

export const GRACE_S = 7 * 86_400;
const TRIP = 30 * 86_400;

export interface Truth {
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
  /** What will charge by itself. */
  charges: PlannedCharge[];
  /** Until when the payments are paused: the instant of the next one (seconds). */
  pausedUntil: number | null;
  /** Whether it goes on with another plan, and whether a change to the yearly one waits. */
  nextPlan: 'monthly' | 'yearly' | null;
  isChanging: boolean;
  /** Why the rules leave open whether there is access; null where they don't. */
  openPoint: string | null;
}

/** Whether a charge still counts as paid (rule 2). */
export function isChargeKept(account: StripeAccount, charge: Charge | undefined): boolean {
  if (!charge?.paid || charge.refunded) return false;
  const dispute = [...account.disputes.values()].find((one) => one.charge === charge.id);
  return dispute?.status !== 'lost';
}

function isInvoiceKept(account: StripeAccount, invoice: Invoice): boolean {
  if (invoice.status !== 'paid') return false;
  const intent = findInvoiceIntent(account, invoice.id);
  // Nothing was due: credit paid it.
  if (invoice.amount_due === 0) return true;
  return intent !== undefined && isChargeKept(account, findPaidCharge(account, intent.id));
}

/** The end of the last period of a subscription that was paid (seconds); null where none was. */
export function findPaidUntil(account: StripeAccount, { id }: Subscription): number | null {
  const ends = [...account.invoices.values()]
    .filter(
      (invoice) => getSubscriptionIdOfInvoice(invoice) === id && isInvoiceKept(account, invoice),
    )
    .flatMap(({ lines }) => lines.data)
    .filter(({ parent }) => !parent?.subscription_item_details.proration)
    .map(({ period }) => period.end);
  return ends.length === 0 ? null : Math.max(...ends);
}

interface Source {
  /** When it begins (seconds), where that may be later than now. */
  from?: number;
  tier: 'premium' | 'lifetime';
  plan: Truth['plan'];
  paidUntil: number | null;
  endsAt: number | null;
  renews: boolean;
}

/** What a subscription gives; null where it gives nothing. */
export function computeSubscriptionAccess(
  account: StripeAccount,
  subscription: Subscription,
): Source | null {
  const paidUntil = findPaidUntil(account, subscription);
  if (!isSubscriptionLive(subscription) || paidUntil === null) return null;
  const renews = !isSubscriptionEnding(subscription);
  return {
    tier: 'premium',
    plan: getPlanOfPrice(getOnlyItem(subscription).price),
    paidUntil,
    endsAt:
      renews && !isSubscriptionPaused(subscription)
        ? paidUntil + GRACE_S
        : Math.min(paidUntil, subscription.cancel_at ?? paidUntil),
    renews,
  };
}

function readPurchase(account: StripeAccount, session: CheckoutSession): Source | null {
  if (session.mode !== 'payment') return null;
  const isFree = session.payment_status === 'no_payment_required';
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  if (!isFree && !isChargeKept(account, charge)) return null;
  if (isPurchaseOf(account, session, 'trip')) {
    // What cost nothing has no charge, but the invoice that was made of it.
    const receipt = account.invoices.get(session.invoice ?? '');
    const paidAt = charge?.created ?? receipt?.status_transitions.paid_at ?? session.created;
    const end = paidAt + TRIP;
    return { tier: 'premium', plan: 'trip', paidUntil: end, endsAt: end, renews: false };
  }
  const forGood = { paidUntil: null, endsAt: null, renews: false };
  return { tier: 'lifetime', plan: 'lifetime', ...forGood };
}

/** A gift that a person has redeemed (rule 9). */
function readGift(account: StripeAccount, { session, plan, redeemed }: Gift): Source | null {
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  const isFree = session.payment_status === 'no_payment_required';
  if (!redeemed || (!isFree && !isChargeKept(account, charge))) return null;
  const { start: from, end } = redeemed;
  const tier = plan === 'lifetime' ? 'lifetime' : 'premium';
  return { from, tier, plan, paidUntil: end, endsAt: end, renews: false };
}

/** Whether a session sold a pass that is paid once, of this plan: by the name of its product, as invoices show it. */
export function isPurchaseOf(
  account: StripeAccount,
  session: CheckoutSession,
  plan: string | null,
): boolean {
  const [line] = listLineItems(session);
  const product = account.products.get(line?.price.product ?? '');
  return session.mode === 'payment' && product?.name.toLowerCase() === `${plan} pass`;
}

/** When access ends if nothing changes: with what follows without a gap (contract of `endsAt`). */
function findEnd(end: number | null, sources: readonly Source[]): number | null {
  const next = sources.find(
    ({ from, endsAt }) =>
      end !== null && from !== undefined && from <= end && (endsAt === null || endsAt > end),
  );
  return next ? findEnd(next.endsAt, sources) : end;
}

/** Tells what is true of the person who owns these customers of Stripe, at an instant (seconds). */
export function computeTruth(
  account: StripeAccount,
  {
    customers,
    withdrawn,
    redeemed,
    gifts,
  }: Pick<Actor, 'customers' | 'withdrawn' | 'redeemed' | 'gifts'>,
  now = account.now(),
): Truth {
  const own = [...account.subscriptions.values()].filter(({ customer }) => customers.has(customer));
  const sessions = [...account.sessions.values()].filter(
    ({ customer, status }) => customers.has(customer ?? '') && status === 'complete',
  );
  const sources = [
    ...own.map((one) => computeSubscriptionAccess(account, one)),
    ...sessions
      .filter((one) => !withdrawn.has(one.id) && !gifts.some(({ session }) => session === one))
      .map((one) => readPurchase(account, one)),
    ...redeemed.map((gift) => readGift(account, gift)),
  ].filter((source) => source !== null);
  const valid = sources.filter(
    ({ endsAt, from = 0 }) => from <= now && (endsAt === null || endsAt > now),
  );
  const [best] = valid.toSorted(
    (a, b) =>
      Number(b.tier === 'lifetime') - Number(a.tier === 'lifetime') ||
      (b.endsAt ?? Infinity) - (a.endsAt ?? Infinity),
  );
  const charges = own
    .map((one) => findPlannedCharge(account, one))
    .filter((charge) => charge !== null);
  const [charging] = own.filter(({ id }) => id === charges[0]?.subscription);
  const next = charging && getPlanOfPrice(findNextPrice(account, charging));
  return {
    hasAccess: best !== undefined,
    tier: best?.tier ?? 'free',
    plan: best?.plan ?? null,
    paidUntil: best?.paidUntil ?? null,
    endsAt: best ? findEnd(best.endsAt, sources) : null,
    isFollowed: best !== undefined && findEnd(best.endsAt, sources) !== best.endsAt,
    renews: best?.renews ?? false,
    charges,
    pausedUntil: charging && isSubscriptionPaused(charging) ? (charges[0]?.at ?? null) : null,
    nextPlan:
      charging && next && next !== getPlanOfPrice(getOnlyItem(charging).price) ? next : null,
    isChanging: own.some((one) => isSubscriptionLive(one) && one.pending_update !== null),
    openPoint: findOpenPoint(account, own, sessions, redeemed, now),
  };
}

/** What the specification and the contract leave open; told, and not compared. */
function findOpenPoint(
  account: StripeAccount,
  own: readonly Subscription[],
  sessions: readonly CheckoutSession[],
  redeemed: readonly Gift[],
  now: number,
): string | null {
  for (const subscription of own) {
    const paidUntil = findPaidUntil(account, subscription);
    if (isSubscriptionLive(subscription) && paidUntil === null) {
      const first = account.invoices.get(subscription.latest_invoice ?? '');
      const intent = first && findInvoiceIntent(account, first.id);
      if (intent?.status === 'processing') return 'a first payment that is on its way (bank debit)';
    }
    const inGrace = paidUntil !== null && paidUntil <= now && now < paidUntil + GRACE_S;
    if (inGrace && subscription.status === 'unpaid')
      return 'marked unpaid within the seven days of grace';
    if (inGrace && isSubscriptionLive(subscription) && isSubscriptionEnding(subscription))
      return 'stopped while a renewal is not confirmed';
  }
  const charges = [...account.charges.values()].filter(
    ({ customer, payment_intent }) =>
      own.some((one) => one.customer === customer) ||
      sessions.some((one) => one.customer === customer) ||
      redeemed.some(({ session }) => session.payment_intent === payment_intent),
  );
  const isDisputed = [...account.disputes.values()].some(
    (one) => one.status === 'needs_response' && charges.some(({ id }) => id === one.charge),
  );
  if (isDisputed) return 'a dispute that is open';
  // A debit that failed is no payment on its way.
  const isDebited = sessions.some(
    ({ payment_status, payment_intent, mode }) =>
      payment_status === 'unpaid' &&
      mode === 'payment' &&
      account.intents.get(payment_intent ?? '')?.status === 'processing',
  );
  return isDebited ? 'a payment that is on its way (bank debit)' : null;
}
