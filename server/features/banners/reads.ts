import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { bannerDismissals, banners } from './table.ts';

export type Banner = typeof banners.$inferSelect;

/** Most banners there may be. */
export const MAX_BANNERS = 100;
/** Most banners that one person is sent. */
const MAX_ACTIVE = 10;

/** Active banners that a person has not dismissed, in their order. */
export async function listActiveBanners(db: Database, userId: string): Promise<Banner[]> {
  const dismissed = db
    .select({ one: sql`1` })
    .from(bannerDismissals)
    .where(and(eq(bannerDismissals.bannerId, banners.id), eq(bannerDismissals.userId, userId)));
  return db
    .select()
    .from(banners)
    .where(and(sql`${banners.isActive}`, notExists(dismissed)))
    .orderBy(asc(banners.displayOrder), asc(banners.id))
    .limit(MAX_ACTIVE);
}

/** Every banner, in their order. */
export async function listBanners(db: Database): Promise<Banner[]> {
  return db
    .select()
    .from(banners)
    .orderBy(asc(banners.displayOrder), asc(banners.id))
    .limit(MAX_BANNERS);
}
