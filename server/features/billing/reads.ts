import { and, asc, desc, eq, gt, isNull, lte, or, type Placeholder, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { checkouts, passes, prices } from './table.ts';

/**
 * Lateral subquery: the best active pass of the joined `users` row at `now`; lifetime first, then the latest
 * end. Same rule as `entitlement` in shared/rules; a test keeps them equal.
 */
export function buildActivePassQuery(db: Database, now: Placeholder) {
  return db
    .select({ tier: passes.tier, endsAt: passes.endsAt })
    .from(passes)
    .where(
      and(
        eq(passes.userId, users.id),
        // One that began as it was made is open, even where the clock was ahead then and was set right since.
        or(lte(passes.startsAt, now), lte(passes.startsAt, passes.createdAt)),
        or(isNull(passes.endsAt), gt(passes.endsAt, now)),
        isNull(passes.revokedAt),
      ),
    )
    .orderBy(sql`${passes.tier} = 'lifetime' desc`, sql`${passes.endsAt} desc nulls first`)
    .limit(1)
    .as('active_pass');
}

/** Every pass a person ever had, the newest first. */
export function listPasses(db: Database, userId: string) {
  return db
    .select()
    .from(passes)
    .where(eq(passes.userId, userId))
    .orderBy(desc(passes.createdAt))
    .limit(100);
}

/** Prices of what is on sale, by plan and currency. */
export function listPricesOnSale(db: Database) {
  return db
    .select({ plan: prices.plan, currency: prices.currency, amountMinor: prices.amountMinor })
    .from(prices)
    .where(eq(prices.onSale, true))
    .orderBy(asc(prices.plan), asc(prices.currency))
    .limit(100);
}

/** Finds a person's checkout; null when there is none or it is somebody else's. */
export async function findCheckout(db: Database, userId: string, checkoutId: string) {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.userId, userId)))
    .limit(1);
  return row ?? null;
}
