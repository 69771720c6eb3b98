import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { gifts } from './table.ts';

/** Lists the latest 50 gifts that a person has bought, the newest first. */
export const listBoughtGifts = (db: Database, buyerId: string) =>
  db.select().from(gifts).where(eq(gifts.buyerId, buyerId)).orderBy(desc(gifts.id)).limit(50);
