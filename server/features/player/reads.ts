import { and, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { joinStretches } from '#shared/rules/listens.ts';
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

/** How often sessions were finished, the same one each time, and the time practised, over all the person ever did. */
export async function findTotals(db: Database, userId: string) {
  const [row] = await db
    .select({
      totalSessions: sql<number>`coalesce(sum(${progress.completions}), 0)::integer`,
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

/** How many stretches are read to join; somebody who pauses often makes many in one listen. */
const MAX_RECENT_STRETCHES = 200;
const MAX_RECENT_LISTENS = 20;

/** The latest listens, each joined from its stretches, with the words a person recognises them by. */
export async function listRecentActivity(db: Database, userId: string, language: Language) {
  const stretches = await db
    .select({
      id: listens.id,
      contentId: listens.contentId,
      title: contentTexts.title,
      kind: contents.kind,
      situations: contents.situations,
      startedAt: listens.startedAt,
      endedAt: listens.endedAt,
      positionMs: listens.positionMs,
      listenedMs: listens.listenedMs,
      completed: listens.completed,
    })
    .from(listens)
    .innerJoin(contents, eq(contents.id, listens.contentId))
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .where(eq(listens.userId, userId))
    .orderBy(sql`${listens.endedAt} desc`)
    .limit(MAX_RECENT_STRETCHES);
  return joinStretches(stretches).slice(0, MAX_RECENT_LISTENS);
}
