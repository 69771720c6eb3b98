import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  type EditActor,
  editVersionedRowWithAudit,
  writeAuditEntryOfDifferences,
} from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { BannerInput } from '#shared/contract/banners.ts';
import { type Banner, MAX_BANNERS } from './reads.ts';
import { bannerDismissals, banners } from './table.ts';
import { toBannerInput } from './wire.ts';

/** Returns the name by which the audit log refers to a banner. */
export const getBannerAuditTarget = (id: string) => `banner ${id}`;

const toColumns = (banner: BannerInput) => ({
  ...banner,
  startsAt: banner.startsAt === null ? null : new Date(banner.startsAt),
  endsAt: banner.endsAt === null ? null : new Date(banner.endsAt),
});

export async function createBanner(
  db: Database,
  editor: EditActor,
  input: BannerInput,
): Promise<Banner> {
  return db.transaction(async (tx) => {
    const [{ count } = { count: 0 }] = await tx
      .select({ count: sql<number>`count(*)::integer` })
      .from(banners);
    if (count >= MAX_BANNERS) throw new AppError('too_many');
    const [row] = await tx.insert(banners).values(toColumns(input)).returning();
    if (!row) throw new Error('The banner returned no row');
    const edit = { ...editor, action: 'banner.add', target: getBannerAuditTarget(row.id) } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, { ...toBannerInput(row) });
    return row;
  });
}

/**
 * Changes a banner, with an audit entry. If its text changes, its dismissals are deleted, so that everyone sees it
 * again.
 * @throws {AppError} not_found; conflict (another admin has changed it since `version`)
 */
export async function changeBannerAndReshowIfReworded(
  db: Database,
  editor: EditActor,
  id: string,
  { version, banner }: { version: number; banner: BannerInput },
): Promise<Banner> {
  const columns = toColumns(banner);
  let stored: Banner | undefined;
  const say = ({ translationKey, text }: BannerInput) => JSON.stringify([translationKey, text]);
  await editVersionedRowWithAudit<BannerInput>(db, {
    ...editor,
    version,
    action: 'banner.change',
    target: getBannerAuditTarget(id),
    state: toBannerInput({ ...columns, id, version }),
    find: async (tx) => {
      [stored] = await tx.select().from(banners).where(eq(banners.id, id)).for('update');
      return stored ? { version: stored.version, state: toBannerInput(stored) } : null;
    },
    write: async (tx, next, before) => {
      [stored] = await tx
        .update(banners)
        .set({ ...columns, version: next })
        .where(eq(banners.id, id))
        .returning();
      if (say(before) !== say(banner))
        await tx.delete(bannerDismissals).where(eq(bannerDismissals.bannerId, id));
    },
  });
  if (!stored) throw new AppError('not_found');
  return stored;
}

/**
 * Deletes a banner, with an audit entry; does nothing when there is none.
 * @throws {AppError} conflict (another admin has changed it since `version`)
 */
export async function deleteBanner(
  db: Database,
  editor: EditActor,
  id: string,
  version: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.delete(banners).where(eq(banners.id, id)).returning();
    if (row && row.version !== version) throw new AppError('conflict');
    const edit = { ...editor, action: 'banner.delete', target: getBannerAuditTarget(id) } as const;
    if (row) await writeAuditEntryOfDifferences(tx, edit, { ...toBannerInput(row) }, null);
  });
}

/** Hides a banner from a person until its text changes; idempotent. @throws {AppError} not_found */
export async function dismissBanner(
  db: Database,
  userId: string,
  bannerId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: banners.id })
      .from(banners)
      .where(eq(banners.id, bannerId))
      .for('key share');
    if (!found) throw new AppError('not_found');
    await tx
      .insert(bannerDismissals)
      .values({ userId, bannerId, dismissedAt: now })
      .onConflictDoNothing();
  });
}
