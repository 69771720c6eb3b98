import { and, eq, gt, sql } from 'drizzle-orm';
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

/** When the person breathed since `since`, for the streak: newest first. */
export function listBreathingInstants(db: Database, userId: string, since: Date) {
  return db
    .select({ at: practices.endedAt, timeZone: practices.timeZone })
    .from(practices)
    .where(and(eq(practices.userId, userId), gt(practices.endedAt, since)))
    .orderBy(sql`${practices.endedAt} desc`)
    .limit(2000);
}
