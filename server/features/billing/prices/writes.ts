import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Currency, Plan } from '#shared/contract/fields.ts';
import { prices } from './table.ts';

/** Changes what a plan costs from now on: ends today's price and adds the new one, in one transaction. */
export async function changePrice(
  db: Database,
  { plan, currency, amountMinor }: { plan: Plan; currency: Currency; amountMinor: number },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(prices)
      .set({ validUntil: now })
      .where(and(eq(prices.plan, plan), eq(prices.currency, currency), isNull(prices.validUntil)));
    await tx.insert(prices).values({ plan, currency, amountMinor, validFrom: now });
  });
}
