import type { Account } from '../stripe-model/account.ts';
import { listLineItems } from '../stripe-model/checkout.ts';
import { findInvoiceIntent, subscriptionOf } from '../stripe-model/invoices.ts';
import type { Charge, CheckoutSession, Invoice, Subscription } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import { itemOf } from '../stripe-model/subscriptions.ts';
import type { Actor } from './actor.ts';

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
// 8. What somebody has withdrawn from gives no access from then on; a trip or lifetime pass whose refund waits is no pass.
//    Its money is back within fourteen days (terms; Code de la consommation, L221-24).

export const GRACE = 7 * 86_400;
const TRIP = 30 * 86_400;

export interface Truth {
  hasAccess: boolean;
  tier: 'free' | 'premium' | 'lifetime';
  plan: 'monthly' | 'yearly' | 'lifetime' | 'trip' | null;
  /** The end of what is paid (seconds); null for never, or without access. */
  paidUntil: number | null;
  /** The end of access if nothing changes (seconds); null for never, or without access. */
  endsAt: number | null;
  renews: boolean;
  /** What will charge by itself. */
  charges: { subscription: string; at: number; amountMinor: number; currency: string }[];
  /** Why the rules leave open whether there is access; null where they don't. */
  openPoint: string | null;
}

/** Whether a charge still counts as paid (rule 2). */
export function isKept(account: Account, charge: Charge | undefined): boolean {
  if (!charge?.paid || charge.refunded) return false;
  const dispute = [...account.disputes.values()].find((one) => one.charge === charge.id);
  return dispute?.status !== 'lost';
}

function isInvoiceKept(account: Account, invoice: Invoice): boolean {
  if (invoice.status !== 'paid') return false;
  const intent = findInvoiceIntent(account, invoice.id);
  // Nothing was due: credit paid it.
  if (invoice.amount_due === 0) return true;
  return intent !== undefined && isKept(account, findPaidCharge(account, intent.id));
}

/** The end of the last period of a subscription that was paid (seconds); null where none was. */
export function findPaidUntil(account: Account, { id }: Subscription): number | null {
  const ends = [...account.invoices.values()]
    .filter((invoice) => subscriptionOf(invoice) === id && isInvoiceKept(account, invoice))
    .flatMap(({ lines }) => lines.data)
    .filter(({ parent }) => !parent?.subscription_item_details.proration)
    .map(({ period }) => period.end);
  return ends.length === 0 ? null : Math.max(...ends);
}

const isLive = ({ status }: Subscription) => status === 'active' || status === 'past_due';
export const isStopped = ({ cancel_at, cancel_at_period_end }: Subscription) =>
  cancel_at_period_end || cancel_at !== null;

interface Source {
  tier: 'premium' | 'lifetime';
  plan: Truth['plan'];
  paidUntil: number | null;
  endsAt: number | null;
  renews: boolean;
}

function readSubscription(account: Account, subscription: Subscription): Source | null {
  const paidUntil = findPaidUntil(account, subscription);
  if (!isLive(subscription) || paidUntil === null) return null;
  const renews = !isStopped(subscription);
  return {
    tier: 'premium',
    plan: itemOf(subscription).price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
    paidUntil,
    endsAt: renews ? paidUntil + GRACE : Math.min(paidUntil, subscription.cancel_at ?? paidUntil),
    renews,
  };
}

function readPurchase(account: Account, session: CheckoutSession): Source | null {
  if (session.mode !== 'payment') return null;
  const isFree = session.payment_status === 'no_payment_required';
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  if (!isFree && !isKept(account, charge)) return null;
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

/** Whether a session sold a pass that is paid once, of this plan: by the name of its product, as invoices show it. */
export function isPurchaseOf(
  account: Account,
  session: CheckoutSession,
  plan: string | null,
): boolean {
  const [line] = listLineItems(session);
  const product = account.products.get(line?.price.product ?? '');
  return session.mode === 'payment' && product?.name.toLowerCase() === `${plan} pass`;
}

/** Tells what is true of the person who owns these customers of Stripe, at an instant (seconds). */
export function tellTruth(
  account: Account,
  { customers, withdrawn }: Pick<Actor, 'customers' | 'withdrawn'>,
  now = account.now(),
): Truth {
  const own = [...account.subscriptions.values()].filter(({ customer }) => customers.has(customer));
  const sessions = [...account.sessions.values()].filter(
    ({ customer, status }) => customers.has(customer ?? '') && status === 'complete',
  );
  const sources = [
    ...own.map((one) => readSubscription(account, one)),
    ...sessions.filter(({ id }) => !withdrawn.has(id)).map((one) => readPurchase(account, one)),
  ].filter((source) => source !== null);
  const valid = sources.filter(({ endsAt }) => endsAt === null || endsAt > now);
  const [best] = valid.toSorted(
    (a, b) =>
      Number(b.tier === 'lifetime') - Number(a.tier === 'lifetime') ||
      (b.endsAt ?? Infinity) - (a.endsAt ?? Infinity),
  );
  const charges = own
    .filter((one) => isLive(one) && !isStopped(one))
    .map((one) => {
      const { current_period_end: at, price } = itemOf(one);
      const { currency } = one;
      return { subscription: one.id, at, amountMinor: price.unit_amount, currency };
    });
  return {
    hasAccess: best !== undefined,
    tier: best?.tier ?? 'free',
    plan: best?.plan ?? null,
    paidUntil: best?.paidUntil ?? null,
    endsAt: best?.endsAt ?? null,
    renews: best?.renews ?? false,
    charges,
    openPoint: findOpenPoint(account, own, sessions, now),
  };
}

/** What the specification and the contract leave open; told, and not compared. */
function findOpenPoint(
  account: Account,
  own: readonly Subscription[],
  sessions: readonly CheckoutSession[],
  now: number,
): string | null {
  for (const subscription of own) {
    const paidUntil = findPaidUntil(account, subscription);
    if (isLive(subscription) && paidUntil === null) {
      const first = account.invoices.get(subscription.latest_invoice ?? '');
      const intent = first && findInvoiceIntent(account, first.id);
      if (intent?.status === 'processing') return 'a first payment that is on its way (bank debit)';
    }
    const inGrace = paidUntil !== null && paidUntil <= now && now < paidUntil + GRACE;
    if (inGrace && subscription.status === 'unpaid')
      return 'marked unpaid within the seven days of grace';
    if (inGrace && isLive(subscription) && isStopped(subscription))
      return 'stopped while a renewal is not confirmed';
  }
  const charges = [...account.charges.values()].filter(
    ({ customer }) =>
      own.some((one) => one.customer === customer) ||
      sessions.some((one) => one.customer === customer),
  );
  const isDisputed = [...account.disputes.values()].some(
    (one) => one.status === 'needs_response' && charges.some(({ id }) => id === one.charge),
  );
  if (isDisputed) return 'a dispute that is open';
  const isDebited = sessions.some(({ payment_status }) => payment_status === 'unpaid');
  return isDebited ? 'a payment that is on its way (bank debit)' : null;
}

/**
 * What the business has of all customers, by currency in minor units (rule 7). Without `takesOpen`, only what lost disputes
 * took is deducted.
 */
export function sumIncome(account: Account, takesOpen = true): Record<string, number> {
  const sums: Record<string, number> = {};
  const add = (currency: string, amount: number) => {
    const code = currency.toUpperCase();
    sums[code] = (sums[code] ?? 0) + amount;
  };
  for (const charge of account.charges.values()) {
    if (!charge.paid) continue;
    add(charge.currency, charge.amount - charge.amount_refunded);
    const dispute = [...account.disputes.values()].find((one) => one.charge === charge.id);
    const isTaken =
      dispute?.status === 'lost' || (takesOpen && dispute?.status === 'needs_response');
    if (dispute && isTaken) add(dispute.currency, -dispute.amount);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}
