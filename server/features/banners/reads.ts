import { and, asc, eq, gt, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { bannerDismissals, banners } from './table.ts';

export type Banner = typeof banners.$inferSelect;

/** The most banners there may be. */
export const MAX_BANNERS = 100;
/** The most banners that one person is sent. */
const MAX_ACTIVE = 10;

/** Lists, in display order, the banners that are active at `now` and that the person has not dismissed: 10 at most. */
export async function listActiveBanners(
  db: Database,
  userId: string,
  now: Date,
): Promise<Banner[]> {
  const dismissed = db
    .select({ one: sql`1` })
    .from(bannerDismissals)
    .where(and(eq(bannerDismissals.bannerId, banners.id), eq(bannerDismissals.userId, userId)));
  return db
    .select()
    .from(banners)
    .where(
      and(
        sql`${banners.isActive}`,
        or(isNull(banners.startsAt), lte(banners.startsAt, now)),
        or(isNull(banners.endsAt), gt(banners.endsAt, now)),
        notExists(dismissed),
      ),
    )
    .orderBy(asc(banners.displayOrder), asc(banners.id))
    .limit(MAX_ACTIVE);
}

/** Lists all banners in display order. */
export async function listBanners(db: Database): Promise<Banner[]> {
  return db
    .select()
    .from(banners)
    .orderBy(asc(banners.displayOrder), asc(banners.id))
    .limit(MAX_BANNERS);
}

/** Returns one banner; null when there is none. */
export async function findBanner(db: Database, id: string): Promise<Banner | null> {
  const [row] = await db.select().from(banners).where(eq(banners.id, id)).limit(1);
  return row ?? null;
}
