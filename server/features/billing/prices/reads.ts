import { and, asc, count, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import type { Database } from '#server/db/connect.ts';
import { checkouts } from '#server/features/billing/table.ts';
import { computeOfferPriceMinor } from '#shared/rules/offers.ts';
import { offers, plans, prices } from './table.ts';

type Offer = typeof offers.$inferSelect;
type OnSale = Awaited<ReturnType<typeof listCurrentPrices>>[number];

/**
 * Lists today's prices of the plans on sale, in every currency and without offers, in the order of the subscription
 * page.
 */
export function listCurrentPrices(db: Database) {
  return db
    .select({
      id: prices.id,
      plan: prices.plan,
      tag: plans.tag,
      currency: prices.currency,
      amountMinor: prices.amountMinor,
    })
    .from(plans)
    .innerJoin(prices, and(eq(prices.plan, plans.plan), isNull(prices.validUntil)))
    .where(eq(plans.onSale, true))
    .orderBy(asc(plans.position), asc(prices.currency))
    .limit(100);
}

/** Lists the offers open at `now` to a person: for people like them, and not used up by them. */
async function listOffersFor(db: Database, userId: string, now: Date): Promise<Offer[]> {
  const open = await db
    .select()
    .from(offers)
    .where(and(lte(offers.startsAt, now), gt(offers.endsAt, now)))
    .orderBy(asc(offers.endsAt), asc(offers.id))
    .limit(100);
  if (open.length === 0) return [];
  const bought = await db
    .select({ offerId: checkouts.offerId, times: count() })
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.status, 'paid')))
    .groupBy(checkouts.offerId)
    .limit(1000);
  const timesUsed = (id: string) => bought.find(({ offerId }) => offerId === id)?.times ?? 0;
  return open.filter(
    ({ id, audience, usesPerPerson }) =>
      timesUsed(id) < usesPerPerson && (audience === 'everyone' || bought.length === 0),
  );
}

/**
 * Lists what a person can buy at `now`: the prices of the plans on sale, each with the cheapest `offer` open to them
 * (its id, amount and end), or null.
 */
export async function listPricesForPerson(db: Database, userId: string, now: Date) {
  const [onSale, open] = await Promise.all([listCurrentPrices(db), listOffersFor(db, userId, now)]);
  return onSale.map((price) => ({ ...price, offer: findBestOffer(price, open) }));
}

export type PriceForPerson = Awaited<ReturnType<typeof listPricesForPerson>>[number];

function findBestOffer(price: OnSale, open: readonly Offer[]) {
  const usable = open.flatMap((offer) => {
    const amountMinor = offer.plan === price.plan ? computeOfferPriceMinor(price, offer) : null;
    return amountMinor === null ? [] : [{ id: offer.id, amountMinor, endsAt: offer.endsAt }];
  });
  return usable.toSorted((a, b) => a.amountMinor - b.amountMinor)[0] ?? null;
}

/** Lists every plan, on sale or not, each with today's prices. */
export async function listAllPlansWithPrices(db: Database) {
  const [all, today] = await Promise.all([
    db.select().from(plans).orderBy(asc(plans.position)).limit(10),
    db
      .select()
      .from(prices)
      .where(isNull(prices.validUntil))
      .orderBy(asc(prices.currency))
      .limit(100),
  ]);
  return all.map((plan) => ({ ...plan, prices: today.filter((one) => one.plan === plan.plan) }));
}

/** Lists the prices of a plan in a currency, today's first, then those that ended last. */
export function listPriceHistory(db: Database, plan: PassPlan, currency: Currency, limit: number) {
  return db
    .select()
    .from(prices)
    .where(and(eq(prices.plan, plan), eq(prices.currency, currency)))
    .orderBy(desc(prices.validUntil))
    .limit(limit);
}

/**
 * Lists the offers, past ones included, the one that ends last first, each with the number of paid checkouts that used
 * it.
 */
export function listOffers(db: Database, limit: number) {
  const taken = db.$count(
    checkouts,
    and(eq(checkouts.offerId, offers.id), eq(checkouts.status, 'paid')),
  );
  return db
    .select({ offer: offers, timesUsed: taken })
    .from(offers)
    .orderBy(desc(offers.endsAt), desc(offers.id))
    .limit(limit);
}
