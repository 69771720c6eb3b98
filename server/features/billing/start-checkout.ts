import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { assertBelowRowCap } from '#server/db/row-caps.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { PASS_CONSENT_VERSION } from '#shared/contract/billing.ts';
import type { Language, PassPlan } from '#shared/contract/fields.ts';
import { computeLifetimeMinor, PLAN_NAMES } from './policy.ts';
import { findOwnPass } from './reads.ts';
import type { BillingProvider } from './service.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';
import { billingCustomers, checkouts } from './table.ts';
import type { CheckoutTerms } from './wire.ts';
import { findOrderedPrice, lockBuyer, type Order } from './writes.ts';

/** How long an open checkout is reused; its page at the provider is open for 24 hours. */
const REUSED_MS = 23 * 60 * 60_000;

type Deps = SyncDependencies & Pick<Dependencies, 'billing'>;
type Checkout = typeof checkouts.$inferSelect;

export interface Buyer {
  id: string;
  email: string;
  preferredLanguage: Language;
}

/**
 * Opens the payment page of an order; resolves to the stored `checkout` and the `url`. A person has one open checkout:
 * the same order leads to the same page, another order closes the former page.
 * @throws as findOrderedPrice; not_found (nothing is sold); already_active (they have a pass); checkout_closed (another
 * order or its payment was faster); payments_unavailable (nothing was charged); too_many
 */
export async function startCheckout(deps: Deps, buyer: Buyer, order: Order) {
  const { db, payments, clock, baseUrl, billing } = deps;
  if (!payments || billing === 'off') throw new AppError('not_found');
  const now = clock();
  const { livemode } = payments;
  const price = await findOrderedPrice(db, buyer.id, order, now);
  const chosen = { plan: order.plan, currency: order.currency, ...price };
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
  const { sessionId, url } =
    (await findPage(payments, checkout)) ??
    (await payments.openCheckout({
      ...chosen,
      amountMinor: checkout.amountMinor,
      checkoutId: checkout.id,
      replaced,
      customerId,
      planName: PLAN_NAMES[order.plan],
      language: buyer.preferredLanguage,
      successUrl: `${baseUrl}/subscription-success?paid=1`,
      cancelUrl: `${baseUrl}/subscription`,
    }));
  const [kept] = await db
    .update(checkouts)
    .set({ sessionId })
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.status, 'open')))
    .returning();
  if (!kept || url === null) {
    // Another order, or the payment itself, was faster.
    await payments.expireCheckout(sessionId);
    await syncCustomer(deps, customerId);
    throw new AppError('checkout_closed');
  }
  return { checkout: kept, url };
}

/**
 * Returns the page of a checkout that was opened before; null without one. It is not created again, because the
 * provider refuses the same key with another language or return address.
 */
async function findPage(payments: BillingProvider, { sessionId }: Checkout) {
  if (sessionId === null) return null;
  const { url } = await payments.readCheckout(sessionId);
  return { sessionId, url };
}

type Chosen = Pick<
  Checkout,
  'currency' | 'amountMinor' | 'usualAmountMinor' | 'offerId' | 'provider'
> & {
  plan: PassPlan;
};

/** Reuses the open checkout of the same order, or stores a new one, and expires the others, under the buyer's lock. */
async function reserveCheckout(
  db: Database,
  userId: string,
  chosen: Chosen,
  { now, livemode }: { now: Date; livemode: boolean },
) {
  return db.transaction(async (tx) => {
    await lockBuyer(tx, userId);
    const { amountMinor, replaced } = await findAmount(tx, userId, chosen, { now, livemode });
    const open = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.userId, userId), eq(checkouts.status, 'open')))
      .limit(100);
    const wanted = { ...chosen, amountMinor };
    const same = open.find((one) => isSameOrder(one, wanted) && isRecent(one, now));
    const others = open.filter((one) => one !== same);
    for (const { id } of others)
      await tx.update(checkouts).set({ status: 'expired' }).where(eq(checkouts.id, id));
    const [checkout] = same
      ? [same]
      : await tx
          .insert(checkouts)
          .values({
            ...wanted,
            userId,
            status: 'open',
            createdAt: now,
            consentVersion: PASS_CONSENT_VERSION,
            consentedAt: now,
          })
          .returning();
    if (!checkout) throw new AppError('server_error');
    await assertBelowRowCap(tx, checkouts, userId);
    return { checkout, replaced, closed: others.flatMap(({ sessionId }) => sessionId ?? []) };
  });
}

/**
 * Returns the amount to charge: the price, or less for a lifetime pass that replaces a subscription (`replaced`).
 * @throws already_active when the person has a pass that this one would not replace
 */
async function findAmount(
  tx: Database,
  userId: string,
  { plan, currency, amountMinor }: Chosen,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<{ amountMinor: number } & Pick<CheckoutTerms, 'replaced'>> {
  const pass = await findOwnPass(tx, userId, now, livemode);
  if (!pass?.isActive) return { amountMinor, replaced: null };
  const price = { currency, amountMinor };
  const isUpgrade = plan === 'lifetime' && !pass.withdrawnAt;
  const lowered = isUpgrade ? computeLifetimeMinor(pass, price, now) : null;
  if (lowered === null || !pass.providerRef) throw new AppError('already_active');
  const creditMinor = amountMinor - lowered;
  return {
    amountMinor: lowered,
    replaced: { subscriptionId: pass.providerRef, creditMinor },
  };
}

const isRecent = ({ createdAt }: Checkout, now: Date) =>
  now.getTime() - createdAt.getTime() < REUSED_MS;

function isSameOrder(one: Checkout, chosen: Chosen): boolean {
  return (
    one.plan === chosen.plan &&
    one.currency === chosen.currency &&
    one.amountMinor === chosen.amountMinor &&
    one.usualAmountMinor === chosen.usualAmountMinor &&
    one.offerId === chosen.offerId &&
    one.provider === chosen.provider
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
  const [known] = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.userId, userId),
        eq(billingCustomers.provider, provider),
        eq(billingCustomers.livemode, livemode),
      ),
    )
    .limit(1);
  if (known) return known.id;
  const id = await payments.createCustomer(userId, email, `customer:${userId}:${email}`);
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
  await syncCustomer(deps, customerId);
  throw new AppError('already_active');
}
