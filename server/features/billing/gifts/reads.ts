import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { gifts } from './table.ts';

/** Returns whether a gift was bought with this payment. */
export async function isGiftPayment(db: Database, paymentRef: string): Promise<boolean> {
  const is = eq(gifts.paymentRef, paymentRef);
  return (await db.select({ id: gifts.id }).from(gifts).where(is).limit(1)).length > 0;
}

/** Lists the latest 50 gifts that a person has bought, the newest first. */
export const listGifts = (db: Database, buyerId: string) =>
  db.select().from(gifts).where(eq(gifts.buyerId, buyerId)).orderBy(desc(gifts.id)).limit(50);
