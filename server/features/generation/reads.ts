import { desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contentDrafts } from '#server/features/studio/table.ts';
import { generations } from './table.ts';

export type GenerationRow = typeof generations.$inferSelect;

const LISTED = 50;

/**
 * Returns one generation (the making of a draft or a narration by an outside service), in any state; null when there is
 * none.
 */
export async function findGeneration(db: Database, id: string): Promise<GenerationRow | null> {
  const [row] = await db.select().from(generations).where(eq(generations.id, id));
  return row ?? null;
}

/** Lists the latest 50 generations (drafts and narrations made by outside services), newest first. */
export const listGenerations = (db: Database): Promise<GenerationRow[]> =>
  db.select().from(generations).orderBy(desc(generations.id)).limit(LISTED);

/** Returns the English titles of the drafts of sessions, by session id; the slug where a title is empty. */
export async function readEnglishDraftTitlesById(
  db: Database,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: contentDrafts.contentId, title: contentDrafts.titleEn, slug: contentDrafts.slug })
    .from(contentDrafts)
    .where(inArray(contentDrafts.contentId, ids));
  return new Map(rows.map(({ id, title, slug }) => [id, title || slug]));
}
