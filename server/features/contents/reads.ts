import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { extractFirstMinute } from '#shared/rules/script-excerpt.ts';
import { parseSessionCacheKey, type ContentCacheKey } from './published/reads.ts';
import { contents, contentTexts } from './table.ts';

/**
 * Loads what visitors see of a session by a shared link, in the language of its key or else in the other language: its
 * description and, as `excerpt`, the cues of its first minute, or all cues if it is free. Null when unknown or
 * unpublished.
 */
export async function findSharedSession(db: Database, key: ContentCacheKey) {
  const { language, contentId } = parseSessionCacheKey(key);
  const [row] = await db
    .select({
      id: contents.id,
      kind: contents.kind,
      category: contents.category,
      language: contentTexts.language,
      title: contentTexts.title,
      summary: contentTexts.summary,
      situations: contents.situations,
      durationMs: contentTexts.durationMs,
      access: contents.access,
      cues: contentTexts.cues,
    })
    .from(contents)
    .innerJoin(contentTexts, eq(contentTexts.contentId, contents.id))
    .where(and(eq(contents.id, contentId), isNull(contents.unpublishedAt)))
    .orderBy(sql`${contentTexts.language} = ${language} desc`)
    .limit(1);
  if (!row) return null;
  const { cues, access, ...shown } = row;
  const isFree = access === 'free';
  return { ...shown, isFree, excerpt: isFree ? cues : extractFirstMinute(cues) };
}

/**
 * Returns how long a session lasts in milliseconds, in its longest language, whether it is unpublished, and whether it
 * is free; null when unknown.
 */
export async function findSessionDurationAndAvailability(
  db: Database,
  contentId: string,
): Promise<{ durationMs: number; unpublished: boolean; isFree: boolean } | null> {
  const [row] = await db
    .select({
      durationMs: sql<number>`max(${contentTexts.durationMs})::integer`,
      unpublishedAt: contents.unpublishedAt,
      access: contents.access,
    })
    .from(contents)
    .innerJoin(contentTexts, eq(contentTexts.contentId, contents.id))
    .where(eq(contents.id, contentId))
    .groupBy(contents.id);
  if (!row) return null;
  const { durationMs, unpublishedAt, access } = row;
  return { durationMs, unpublished: unpublishedAt !== null, isFree: access === 'free' };
}

/**
 * Lists, by slug, the stored hashes of the source files of the starter sessions that are published, to detect
 * changes.
 */
export async function readStarterSessionSourceHashes(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .select({ slug: contents.slug, sourceHash: contents.sourceHash })
    .from(contents)
    .where(
      and(
        eq(contents.origin, 'starter'),
        isNull(contents.unpublishedAt),
        isNotNull(contents.sourceHash),
      ),
    );
  return new Map(rows.map((row) => [row.slug, row.sourceHash ?? '']));
}

/** Lists the slugs of the sessions that an admin has edited in the studio, which no import may change any more. */
export async function listStudioEditedSessionSlugs(db: Database): Promise<Set<string>> {
  const rows = await db
    .select({ slug: contents.slug })
    .from(contents)
    .where(eq(contents.origin, 'studio'));
  return new Set(rows.map(({ slug }) => slug));
}
