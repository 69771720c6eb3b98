import { and, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { findConsent } from '#server/features/assessment/reads.ts';
import { listens, progress, ratings, selfRatings } from './table.ts';

/** Returns what a person did with each session, by session id. */
export async function findHistory(db: Database, userId: string) {
  const rows = await db
    .select({
      contentId: progress.contentId,
      completedAt: progress.lastCompletedAt,
      listens: progress.listens,
    })
    .from(progress)
    .where(eq(progress.userId, userId))
    .limit(10_000);
  return new Map(rows.map((row) => [row.contentId, row]));
}

/**
 * Returns what a person had done with each session before a recent instant, by session id. Computed as the totals
 * less the listens since, so that its cost does not grow with years of listening.
 */
export async function findHistoryBefore(db: Database, userId: string, before: Date) {
  const instant = sql`${before.toISOString()}::timestamptz`;
  const since = db
    .select({ contentId: listens.contentId, count: sql`count(*)::integer`.as('count') })
    .from(listens)
    .where(and(eq(listens.userId, userId), gte(listens.endedAt, before)))
    .groupBy(listens.contentId)
    .as('since');
  const earlier = db
    .select({ at: sql`max(${listens.endedAt})` })
    .from(listens)
    .where(
      and(
        eq(listens.userId, userId),
        eq(listens.contentId, progress.contentId),
        listens.completed,
        lt(listens.endedAt, before),
      ),
    );
  const rows = await db
    .select({
      contentId: progress.contentId,
      // The listens themselves are asked only where the last completion is too late to be it.
      completedAt: sql<Date | null>`case
        when ${progress.lastCompletedAt} < ${instant} then ${progress.lastCompletedAt}
        when ${progress.completedAt} < ${instant} then (${earlier})
      end`.mapWith(progress.lastCompletedAt),
      listens: sql<number>`${progress.listens} - coalesce(${since.count}, 0)`,
    })
    .from(progress)
    .leftJoin(since, eq(since.contentId, progress.contentId))
    .where(and(eq(progress.userId, userId), gt(progress.listens, sql`coalesce(${since.count}, 0)`)))
    .limit(10_000);
  return new Map(rows.map((row) => [row.contentId, row]));
}

/** What is folded of one session; null when it was never heard. */
export async function findProgress(db: Database, userId: string, contentId: string) {
  const [row] = await db
    .select()
    .from(progress)
    .where(and(eq(progress.userId, userId), eq(progress.contentId, contentId)));
  return row ?? null;
}

/** The person's rating of a session; null when there is none. */
export async function findRating(db: Database, userId: string, contentId: string) {
  const [row] = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.userId, userId), eq(ratings.contentId, contentId)));
  return row ?? null;
}

/** For how long what was given in a session still belongs to the run that stands in the middle of it. */
const RUN_MS = 12 * 3_600_000;

/**
 * Lists the numbers that a person gave in a session during the last twelve hours, the first one first. Null without the
 * consent to health data.
 */
export async function listRunRatings(db: Database, userId: string, contentId: string, now: Date) {
  if (!(await findConsent(db, userId))) return null;
  const since = new Date(now.getTime() - RUN_MS);
  return db
    .select({
      cue: selfRatings.cue,
      name: selfRatings.name,
      value: selfRatings.value,
      ratedAt: selfRatings.ratedAt,
    })
    .from(selfRatings)
    .where(
      and(
        eq(selfRatings.userId, userId),
        eq(selfRatings.contentId, contentId),
        gt(selfRatings.ratedAt, since),
      ),
    )
    .orderBy(selfRatings.ratedAt, selfRatings.cue)
    .limit(200);
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

/** Lists the person's listens since an instant, newest first. */
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
