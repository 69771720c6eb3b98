import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language, PassPlan } from '#shared/contract/fields.ts';
import { computeLifetimePriceMinor } from './credits/policy.ts';
import { PROVIDER_PLAN_NAMES } from './policy.ts';
import { findPassToShow, lockBuyerProfile } from './reads.ts';
import { type BillingProvider, CustomerNotFoundError } from './service.ts';
import {
  applyCustomerDeletion,
  syncAndCorrectCustomer,
  type SyncDependencies,
} from './sync-customer.ts';
import { billingCustomers, checkouts, type passes } from './table.ts';
import type { CheckoutTerms } from './wire.ts';
import { requireOrderedPrice, type PassOrder, requireCurrentConsentColumns } from './writes.ts';

/** How long an open checkout is reused; its page at the provider is open for 24 hours. */
const REUSED_MS = 23 * 60 * 60_000;

export type CheckoutDependencies = SyncDependencies & Pick<Dependencies, 'billing'>;
type Deps = CheckoutDependencies;
type Checkout = typeof checkouts.$inferSelect;

export interface Buyer {
  id: string;
  email: string;
  preferredLanguage: Language;
}

/**
 * Opens the payment page of an order; resolves to the stored `checkout` and the `url`. A person has one open checkout:
 * the same order leads to the same page, another order closes the former page.
 * @throws as requireOrderedPrice and requireCurrentConsentColumns; not_found (nothing is sold); already_active (they have a pass); checkout_closed (another
 * order or its payment was faster); payments_unavailable (nothing was charged); too_many
 */
export async function startOrReuseCheckout(deps: Deps, buyer: Buyer, order: PassOrder) {
  const now = deps.clock();
  const price = await requireOrderedPrice(deps.db, buyer.id, order, now);
  const consent = requireCurrentConsentColumns(order.consent, now);
  const { plan, currency } = order;
  return openOrReuseOrderPage(deps, buyer, { plan, currency, ...price, ...consent, isGift: false });
}

/**
 * Opens the payment page of an order whose price and consent were checked; resolves to the stored `checkout` and the
 * `url`. A person has one open checkout of their own, and one of a gift.
 * @throws as startOrReuseCheckout
 */
export async function openOrReuseOrderPage(
  deps: Deps,
  buyer: Buyer,
  chosen: Omit<Chosen, 'provider'>,
) {
  const { db, payments, clock, baseUrl, billing } = deps;
  if (!payments || billing === 'off') throw new AppError('not_found');
  const now = clock();
  const { livemode } = payments;
  const { checkout, closed, replaced } = await reserveCheckout(
    db,
    buyer.id,
    { ...chosen, provider: billing },
    { now, livemode },
  );
  const customerId = await ensureCustomer(db, payments, buyer, billing, now);
  for (const sessionId of closed)
    if (!(await payments.expireCheckout(sessionId)))
      await assertNotPaid(deps, payments, customerId, sessionId);
  const { plan, currency, usualAmountMinor, offerId, isGift } = chosen;
  const order = { plan, currency, usualAmountMinor, offerId, isGift };
  const terms = {
    ...order,
    amountMinor: checkout.amountMinor,
    checkoutId: checkout.id,
    attempt: checkout.attempt,
    replaced,
    planName: PROVIDER_PLAN_NAMES[plan],
    language: buyer.preferredLanguage,
    successUrl: isGift
      ? `${baseUrl}/subscription?gift=paid`
      : `${baseUrl}/subscription-success?paid=1`,
    cancelUrl: `${baseUrl}/subscription`,
  };
  const page =
    (await findPage(payments, checkout)) ??
    (await openPage(deps, payments, { ...terms, customerId }, async () => {
      await applyCustomerDeletion(deps, customerId);
      return ensureCustomer(db, payments, buyer, billing, now);
    }));
  const kept = await keepPage(db, checkout.id, page.sessionId);
  // Another tab opened a page of this order at the same time: its page is the one.
  const other = kept && kept.sessionId !== page.sessionId ? await findPage(payments, kept) : null;
  if (other) await payments.expireCheckout(page.sessionId);
  const { url } = other ?? page;
  if (!kept || url === null) {
    // Another order, or the payment itself, was faster.
    await payments.expireCheckout(page.sessionId);
    await syncAndCorrectCustomer(deps, customerId);
    throw new AppError('checkout_closed');
  }
  return { checkout: kept, url };
}

/**
 * Opens a payment page; once more for the customer that `replaceCustomer` creates when theirs exists no longer. A
 * failed attempt is counted, because the provider repeats its reply to the same request for a day.
 */
async function openPage(
  { db }: Deps,
  payments: BillingProvider,
  terms: CheckoutTerms,
  replaceCustomer: () => Promise<string>,
) {
  try {
    return await payments.openCheckout(terms).catch(async (error: unknown) => {
      if (!(error instanceof CustomerNotFoundError)) throw error;
      const attempt = await countAttempt(db, terms.checkoutId);
      return payments.openCheckout({ ...terms, attempt, customerId: await replaceCustomer() });
    });
  } catch (error) {
    await countAttempt(db, terms.checkoutId);
    throw error;
  }
}

/** Counts a failed attempt to open the page of a checkout, and returns how many there were. */
async function countAttempt(db: Database, checkoutId: string): Promise<number> {
  const [row] = await db
    .update(checkouts)
    .set({ attempt: sql`${checkouts.attempt} + 1` })
    .where(eq(checkouts.id, checkoutId))
    .returning({ attempt: checkouts.attempt });
  return row?.attempt ?? 0;
}

/** Stores the page of an open checkout, unless it has one; returns the checkout, or undefined when it is not open. */
async function keepPage(db: Database, checkoutId: string, sessionId: string) {
  const isOpen = and(eq(checkouts.id, checkoutId), eq(checkouts.status, 'open'));
  const [kept] = await db
    .update(checkouts)
    .set({ sessionId: sql`coalesce(${checkouts.sessionId}, ${sessionId})` })
    .where(isOpen)
    .returning();
  return kept;
}

/** Returns the page of a checkout that was opened before, whatever language it is in; null without one. */
async function findPage(payments: BillingProvider, { sessionId }: Checkout) {
  if (sessionId === null) return null;
  const { url } = await payments.readCheckout(sessionId);
  return { sessionId, url };
}

type Chosen = Pick<
  Checkout,
  'currency' | 'amountMinor' | 'usualAmountMinor' | 'offerId' | 'provider' | 'isGift'
> &
  ReturnType<typeof requireCurrentConsentColumns> & { plan: PassPlan };

/** Reuses the open checkout of the same order, or stores a new one, and expires the others, under the buyer's lock. */
async function reserveCheckout(
  db: Database,
  userId: string,
  chosen: Chosen,
  { now, livemode }: { now: Date; livemode: boolean },
) {
  return db.transaction(async (tx) => {
    await lockBuyerProfile(tx, userId);
    const { amountMinor, replaced } = await findAmountDue(tx, userId, chosen, { now, livemode });
    const open = await tx
      .select()
      .from(checkouts)
      .where(
        and(
          eq(checkouts.userId, userId),
          eq(checkouts.status, 'open'),
          eq(checkouts.isGift, chosen.isGift),
        ),
      )
      .limit(100);
    const wanted = { ...chosen, amountMinor };
    const same = open.find((one) => isSameOrder(one, wanted) && isRecent(one, now));
    const others = open.filter((one) => one !== same);
    const closed: string[] = [];
    for (const { id } of others) {
      // As it is by now: its page may have been opened since it was read.
      const [ended] = await tx
        .update(checkouts)
        .set({ status: 'expired' })
        .where(eq(checkouts.id, id))
        .returning({ sessionId: checkouts.sessionId });
      if (ended?.sessionId) closed.push(ended.sessionId);
    }
    const [checkout] = same
      ? [same]
      : await tx
          .insert(checkouts)
          .values({ ...wanted, userId, status: 'open', createdAt: now })
          .returning();
    if (!checkout) throw new AppError('server_error');
    await assertRowCapNotExceeded(tx, checkouts, userId);
    return { checkout, replaced, closed };
  });
}

/**
 * Returns the amount to charge: the price, or less for a lifetime pass that replaces a subscription (`replaced`). A
 * yearly or a lifetime pass may follow one for a trip, or one that was granted for a time.
 * @throws already_active when the person has a pass that this one would not replace
 */
async function findAmountDue(
  tx: Database,
  userId: string,
  { plan, currency, amountMinor, isGift }: Chosen,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<{ amountMinor: number } & Pick<CheckoutTerms, 'replaced'>> {
  if (isGift) return { amountMinor, replaced: null };
  const pass = await findPassToShow(tx, userId, now, livemode);
  if (!pass?.isActive || isFollowedBy(pass, plan)) return { amountMinor, replaced: null };
  const isUpgrade = plan === 'lifetime' && !pass.withdrawnAt;
  const lowered = isUpgrade
    ? computeLifetimePriceMinor(pass, { currency, amountMinor }, now)
    : null;
  if (lowered === null || !pass.providerRef) throw new AppError('already_active');
  const creditMinor = amountMinor - lowered;
  return { amountMinor: lowered, replaced: { subscriptionId: pass.providerRef, creditMinor } };
}

const isFollowedBy = (
  { source, tier, status }: Pick<typeof passes.$inferSelect, 'source' | 'tier' | 'status'>,
  plan: PassPlan,
) =>
  tier !== 'lifetime' &&
  (source !== 'subscription' || status === 'ended') &&
  (plan === 'yearly' || plan === 'lifetime');

const isRecent = ({ createdAt }: Checkout, now: Date) =>
  now.getTime() - createdAt.getTime() < REUSED_MS;

function isSameOrder(one: Checkout, chosen: Chosen): boolean {
  return (
    one.plan === chosen.plan &&
    one.currency === chosen.currency &&
    one.amountMinor === chosen.amountMinor &&
    one.usualAmountMinor === chosen.usualAmountMinor &&
    one.offerId === chosen.offerId &&
    one.provider === chosen.provider &&
    // The proof of an order holds the words that were agreed to.
    one.consentVersion === chosen.consentVersion
  );
}

/** Returns the buyer's id at the provider, creating the customer there once. */
async function ensureCustomer(
  db: Database,
  payments: BillingProvider,
  { id: userId, email }: Buyer,
  provider: 'sandbox' | 'stripe',
  now: Date,
): Promise<string> {
  const { livemode } = payments;
  const rows = await db
    .select({ id: billingCustomers.id, deletedAt: billingCustomers.deletedAt })
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.userId, userId),
        eq(billingCustomers.provider, provider),
        eq(billingCustomers.livemode, livemode),
      ),
    )
    .orderBy(desc(billingCustomers.createdAt))
    .limit(10);
  const known = rows.find(({ deletedAt }) => deletedAt === null);
  if (known) return known.id;
  // After a deletion another key, since the former one answers with the customer that is gone.
  const key = ['customer', userId, email, ...rows.slice(0, 1).map(({ id }) => id)].join(':');
  const id = await payments.createCustomer(userId, email, key);
  await db
    .insert(billingCustomers)
    .values({ id, userId, provider, livemode, createdAt: now })
    .onConflictDoNothing();
  return id;
}

/** Checks, for a page that could not be closed, that it was not paid. @throws already_active when it was */
async function assertNotPaid(
  deps: Deps,
  payments: BillingProvider,
  customerId: string,
  sessionId: string,
): Promise<void> {
  const { status } = await payments.readCheckout(sessionId);
  if (status !== 'complete') return;
  await syncAndCorrectCustomer(deps, customerId);
  throw new AppError('already_active');
}
