import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { buildOwnRowsQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { bannerDismissals, banners } from './table.ts';

export type Banner = typeof banners.$inferSelect;

export const MAX_BANNERS = 100;
const MAX_ACTIVE = 10;

const now = sql`${sql.placeholder('now')}::timestamptz`;

/** Own rows: the banners that are active and that the caller has not dismissed, in display order, 10 at most. */
export const ownActiveBannersQuery = buildOwnRowsQuery(
  getTableColumns(banners),
  sql`from ${banners} where ${banners.isActive}
    and (${banners.startsAt} is null or ${banners.startsAt} <= ${now})
    and (${banners.endsAt} is null or ${banners.endsAt} > ${now})
    and not exists (select 1 from ${bannerDismissals}
      where ${bannerDismissals.bannerId} = ${banners.id} and ${bannerDismissals.userId} = ${users.id})
    order by ${banners.displayOrder}, ${banners.id} limit ${sql.raw(String(MAX_ACTIVE))}`,
);

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
