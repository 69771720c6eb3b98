import { and, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contents, contentTexts } from '#server/features/library/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { listens, progress } from './table.ts';

/** What one person did with each session, by its id. */
export async function findHistory(db: Database, userId: string) {
  const rows = await db
    .select({
      contentId: progress.contentId,
      completedAt: progress.completedAt,
      listens: sql<number>`1`,
    })
    .from(progress)
    .where(eq(progress.userId, userId))
    .limit(10_000);
  return new Map(rows.map((row) => [row.contentId, row]));
}

/**
 * What one person had done with each session before an instant of the last days, by its id. From what is folded
 * and what was heard since, so that it takes no longer for somebody who has listened for years.
 */
export async function findHistoryBefore(db: Database, userId: string, before: Date) {
  const instant = sql`${before.toISOString()}::timestamptz`;
  const since = db
    .select({ contentId: listens.contentId, ms: sql`sum(${listens.listenedMs})`.as('ms') })
    .from(listens)
    .where(and(eq(listens.userId, userId), gte(listens.endedAt, before)))
    .groupBy(listens.contentId)
    .as('since');
  const rows = await db
    .select({
      contentId: progress.contentId,
      completedAt:
        sql<Date | null>`case when ${progress.completedAt} < ${instant} then ${progress.completedAt} end`.mapWith(
          progress.completedAt,
        ),
      listens: sql<number>`1`,
    })
    .from(progress)
    .leftJoin(since, eq(since.contentId, progress.contentId))
    .where(
      and(
        eq(progress.userId, userId),
        or(
          lt(progress.lastListenedAt, before),
          lt(progress.completedAt, before),
          gt(progress.listenedMs, sql`coalesce(${since.ms}, 0)`),
        ),
      ),
    )
    .limit(10_000);
  return new Map(rows.map((row) => [row.contentId, row]));
}

/** Sessions completed and time practised, over everything the person ever did. */
export async function findTotals(db: Database, userId: string) {
  const [row] = await db
    .select({
      totalSessions: sql<number>`count(${progress.completedAt})::integer`,
      practiceMs: sql<number>`coalesce(sum(${progress.listenedMs}), 0)::float8`,
    })
    .from(progress)
    .where(eq(progress.userId, userId));
  return row ?? { totalSessions: 0, practiceMs: 0 };
}

/** What the person listened to since `since`, newest first. */
export function listListensSince(db: Database, userId: string, since: Date) {
  return db
    .select({
      at: listens.endedAt,
      contentId: listens.contentId,
      completed: listens.completed,
    })
    .from(listens)
    .where(and(eq(listens.userId, userId), gt(listens.endedAt, since)))
    .orderBy(sql`${listens.endedAt} desc`)
    .limit(2000);
}

/** The latest listens with the words a person recognises them by. */
export function listRecentActivity(db: Database, userId: string, language: Language) {
  return db
    .select({
      listenId: listens.id,
      contentId: listens.contentId,
      title: contentTexts.title,
      kind: contents.kind,
      listenedMs: listens.listenedMs,
      completed: listens.completed,
      at: listens.endedAt,
    })
    .from(listens)
    .innerJoin(contents, eq(contents.id, listens.contentId))
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .where(eq(listens.userId, userId))
    .orderBy(sql`${listens.endedAt} desc`)
    .limit(20);
}
