import { asc, count, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { waitlist } from './table.ts';

/** Counts the addresses that wait. */
export async function countWaitlist(db: Database): Promise<number> {
  const [row] = await db.select({ total: count() }).from(waitlist);
  return row?.total ?? 0;
}

/** Where a page of the list ends; to the microsecond, because many may join in the same millisecond. */
export interface WaitlistCursor {
  at: string;
  email: string;
}

/** Lists up to `limit` addresses that wait, those that have waited longest first, from the one after `after` on. */
export const listWaitlist = (
  db: Database,
  { after, limit }: { after: WaitlistCursor | undefined; limit: number },
) =>
  db
    .select({
      email: waitlist.email,
      language: waitlist.language,
      joinedAt: sql<string>`to_char(${waitlist.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(waitlist)
    .where(
      after &&
        sql`(${waitlist.createdAt}, ${waitlist.email}) > (${after.at}::timestamptz, ${after.email})`,
    )
    .orderBy(asc(waitlist.createdAt), asc(waitlist.email))
    .limit(limit);
