import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { AuditedFields } from '#server/features/audit/table.ts';
import { type AuditedEdit, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import { offers, plans, prices } from './table.ts';

export interface PriceChangeAuthor {
  actorId: string;
  at: Date;
}

const auditPriceChange = (
  tx: Database,
  { actorId, at }: PriceChangeAuthor,
  edit: Pick<AuditedEdit, 'action' | 'target'>,
  before: AuditedFields | null,
  after: AuditedFields | null,
) => writeAuditEntryOfDifferences(tx, { actorId, now: at, ...edit }, before, after);

/**
 * Changes the price of a plan from now on: ends today's price and adds the new one, in one transaction with an audit
 * entry. Returns the id of the price that now applies; the same amount changes nothing.
 * @param change.replaces the id of today's price as the page showed it; null where there was none
 * @throws conflict when it was changed since
 */
export async function changePrice(
  db: Database,
  change: { plan: PassPlan; currency: Currency; amountMinor: number; replaces: string | null },
  by: PriceChangeAuthor,
): Promise<string> {
  const { plan, currency, amountMinor, replaces } = change;
  return db.transaction(async (tx) => {
    const isToday = and(
      eq(prices.plan, plan),
      eq(prices.currency, currency),
      isNull(prices.validUntil),
    );
    const [today] = await tx.select().from(prices).where(isToday).limit(1).for('update');
    if ((today?.id ?? null) !== replaces) throw new AppError('conflict');
    if (today?.amountMinor === amountMinor) return today.id;
    await tx.update(prices).set({ validUntil: by.at }).where(isToday);
    const [added] = await tx
      .insert(prices)
      .values({ plan, currency, amountMinor, validFrom: by.at })
      .onConflictDoNothing()
      .returning({ id: prices.id });
    if (!added) throw new AppError('conflict');
    const edit = { action: 'price.change', target: `price ${plan} ${currency}` } as const;
    await auditPriceChange(tx, by, edit, today ? { amountMinor: today.amountMinor } : null, {
      amountMinor,
    });
    return added.id;
  });
}

type PlanState = Pick<typeof plans.$inferSelect, 'onSale' | 'tag'>;

/**
 * Sets whether a plan is on sale, and its tag, with an audit entry. Open checkouts are not affected.
 * @throws conflict when the plan is not as the page showed it (`was`)
 */
export async function changePlanSaleStateAndTag(
  db: Database,
  { plan, was, onSale, tag }: PlanState & { plan: PassPlan; was: PlanState },
  by: PriceChangeAuthor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(plans)
      .set({ onSale, tag })
      .where(
        and(
          eq(plans.plan, plan),
          eq(plans.onSale, was.onSale),
          sql`${plans.tag} is not distinct from ${was.tag}`,
        ),
      )
      .returning({ plan: plans.plan });
    if (!changed) throw new AppError('conflict');
    const edit = { action: 'plan.change', target: `plan ${plan}` } as const;
    await auditPriceChange(tx, by, edit, { ...was }, { onSale, tag });
  });
}

/**
 * Adds an offer, with an audit entry, and returns its id. The database refuses an offer with an invalid reduction or
 * period.
 */
export async function addOffer(
  db: Database,
  offer: typeof offers.$inferInsert,
  by: PriceChangeAuthor,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [added] = await tx.insert(offers).values(offer).returning({ id: offers.id });
    if (!added) throw new AppError('server_error');
    const { plan, percentOff, amountOffMinor, currency, audience, usesPerPerson } = offer;
    const edit = { action: 'offer.create', target: `offer ${added.id}` } as const;
    await auditPriceChange(tx, by, edit, null, {
      plan,
      percentOff,
      amountOffMinor,
      currency,
      audience,
      usesPerPerson,
      startsAt: offer.startsAt.toISOString(),
      endsAt: offer.endsAt.toISOString(),
    });
    return added.id;
  });
}

/**
 * Changes when an offer ends, with an audit entry. One that has not begun and would end before it begins is deleted.
 * @throws not_found; conflict (its end is not `was`, as the page showed it); invalid_input (it has begun, and would end
 * before it began)
 */
export async function changeOfferEndOrDeleteUnbegun(
  db: Database,
  { id, endsAt, was }: { id: string; endsAt: Date; was: Date },
  by: PriceChangeAuthor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(offers).where(eq(offers.id, id)).limit(1).for('update');
    if (!found) throw new AppError('not_found');
    if (found.endsAt.getTime() !== was.getTime()) throw new AppError('conflict');
    // An offer that has not begun was taken by no buyer.
    const isNever = endsAt <= found.startsAt && found.startsAt > by.at;
    if (isNever) await tx.delete(offers).where(and(eq(offers.id, id), gt(offers.startsAt, by.at)));
    else if (endsAt <= found.startsAt)
      throw new AppError('invalid_input', { endsAt: 'out_of_range' });
    else await tx.update(offers).set({ endsAt }).where(eq(offers.id, id));
    const edit = { action: isNever ? 'offer.delete' : 'offer.end', target: `offer ${id}` } as const;
    const after = isNever ? null : { endsAt: endsAt.toISOString() };
    await auditPriceChange(tx, by, edit, { endsAt: was.toISOString() }, after);
  });
}
