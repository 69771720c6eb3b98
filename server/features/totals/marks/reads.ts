import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { totalWatermarks } from '../table.ts';

/** Returns until when a figure is added up; null before the first time. */
export async function findTotalCountedUntil(db: Database, name: string): Promise<Date | null> {
  const [row] = await db
    .select({ until: totalWatermarks.until })
    .from(totalWatermarks)
    .where(eq(totalWatermarks.name, name))
    .limit(1);
  return row?.until ?? null;
}
