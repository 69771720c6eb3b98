import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { practices } from './table.ts';

/** Milliseconds a person ever spent in breathing exercises. */
export async function findBreathingMs(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${practices.practisedMs}), 0)::float8` })
    .from(practices)
    .where(eq(practices.userId, userId));
  return row?.total ?? 0;
}
