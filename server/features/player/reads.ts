import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  combineOwnDataQueries,
  type OwnDataOf,
  type OwnDataQuery,
  buildOwnRowQuery,
  buildOwnRowsQuery,
} from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { ownHasHealthConsentQuery } from '#server/features/assessment/reads.ts';
import { listens, progress, sessionRatings, selfRatings } from './table.ts';
import { joinStretchesIntoListens } from '#shared/rules/listens.ts';
import type { SessionListenStats } from '#shared/rules/recommendation.ts';

/** Maximum number of sessions in a person's history. */
const MAX_SESSIONS = 10_000;

const completed = buildOwnRowsQuery(
  { contentId: progress.contentId },
  sql`from ${progress} where ${progress.userId} = ${users.id} and ${progress.completedAt} is not null
    limit ${sql.raw(String(MAX_SESSIONS))}`,
);

/** Own rows: the ids of the sessions that the caller has finished. */
export const ownCompletedSessionIdsQuery: OwnDataQuery<ReadonlySet<string>> = {
  ...completed,
  decode: (json) => new Set(completed.decode(json).map(({ contentId }) => contentId)),
};

/** Hours back to which a person's single listens are read: since the beginning of today in any time zone, and more. */
const RECENT_HOURS = 30;
const recently = sql`${sql.placeholder('now')}::timestamptz - interval '${sql.raw(String(RECENT_HOURS))} hours'`;

/**
 * Own rows: the caller's progress in each session. `completedEarlier` is the last completion before the listens of
 * `ownRecentListensQuery`, where neither the first nor the last completion is; otherwise null.
 */
export const ownProgressQuery = buildOwnRowsQuery(
  {
    contentId: progress.contentId,
    completedAt: progress.completedAt,
    lastCompletedAt: progress.lastCompletedAt,
    completedEarlier:
      sql<Date | null>`case when ${progress.lastCompletedAt} > ${recently} and ${progress.completedAt} <= ${recently} then
      (select max(${listens.endedAt}) from ${listens} where ${listens.userId} = ${progress.userId}
        and ${listens.contentId} = ${progress.contentId} and ${listens.completed} and ${listens.endedAt} <= ${recently})
      end`.mapWith(progress.completedAt),
    listens: progress.listens,
    listenedMs: progress.listenedMs,
    completions: progress.completions,
  },
  sql`from ${progress} where ${progress.userId} = ${users.id} limit ${sql.raw(String(MAX_SESSIONS))}`,
);
export type OwnProgress = OwnDataOf<typeof ownProgressQuery>;

/** Own rows: the caller's listens of the last 30 hours, the newest first, at most 2,000. */
export const ownRecentListensQuery = buildOwnRowsQuery(
  { at: listens.endedAt, contentId: listens.contentId, completed: listens.completed },
  sql`from ${listens} where ${listens.userId} = ${users.id}
    and ${listens.endedAt} > ${recently}
    order by ${listens.endedAt} desc limit 2000`,
);
export type OwnRecentListens = OwnDataOf<typeof ownRecentListensQuery>;

/** Returns a person's listening progress in a session; null when they never heard it. */
export async function findSessionProgress(db: Database, userId: string, contentId: string) {
  const [row] = await db
    .select()
    .from(progress)
    .where(and(eq(progress.userId, userId), eq(progress.contentId, contentId)));
  return row ?? null;
}

/** Returns a person's rating of a session; null when there is none. */
export async function findSessionRating(db: Database, userId: string, contentId: string) {
  const [row] = await db
    .select()
    .from(sessionRatings)
    .where(and(eq(sessionRatings.userId, userId), eq(sessionRatings.contentId, contentId)));
  return row ?? null;
}

const selfRating = {
  cue: selfRatings.cue,
  name: selfRatings.name,
  value: selfRatings.value,
  ratedAt: selfRatings.ratedAt,
};
const lately = sql`${selfRatings.ratedAt} > ${sql.placeholder('now')}::timestamptz - interval '12 hours'`;
const ofContent = sql`${sql.placeholder('contentId')}::uuid`;

/**
 * Own rows: what the caller did with the session `contentId`. `selfRatings` are those of the last twelve hours, the
 * first one first, for a session that is resumed; they count only with `consent`, which is null without consent to
 * health data.
 */
export const ownSessionStateQuery = combineOwnDataQueries({
  progress: buildOwnRowQuery(
    {
      positionMs: progress.positionMs,
      listenedAt: progress.lastListenedAt,
      completedAt: progress.completedAt,
    },
    sql`from ${progress} where ${progress.userId} = ${users.id} and ${progress.contentId} = ${ofContent}`,
  ),
  rating: buildOwnRowQuery(
    { rating: sessionRatings.rating },
    sql`from ${sessionRatings} where ${sessionRatings.userId} = ${users.id} and ${sessionRatings.contentId} = ${ofContent}`,
  ),
  consent: ownHasHealthConsentQuery,
  selfRatings: buildOwnRowsQuery(
    selfRating,
    sql`from ${selfRatings} where ${selfRatings.userId} = ${users.id} and ${selfRatings.contentId} = ${ofContent}
      and ${lately}
      order by ${selfRatings.ratedAt}, ${selfRatings.cue} limit 200`,
  ),
});
export type OwnSessionState = OwnDataOf<typeof ownSessionStateQuery>;

/** Own rows: what the caller did with all sessions; fields as in `ownSessionStateQuery`. */
export const ownSessionStatesQuery = combineOwnDataQueries({
  progress: buildOwnRowsQuery(
    {
      contentId: progress.contentId,
      positionMs: progress.positionMs,
      listenedAt: progress.lastListenedAt,
      completedAt: progress.completedAt,
    },
    sql`from ${progress} where ${progress.userId} = ${users.id} limit ${sql.raw(String(MAX_SESSIONS))}`,
  ),
  ratings: buildOwnRowsQuery(
    { contentId: sessionRatings.contentId, rating: sessionRatings.rating },
    sql`from ${sessionRatings} where ${sessionRatings.userId} = ${users.id} limit ${sql.raw(String(MAX_SESSIONS))}`,
  ),
  consent: ownHasHealthConsentQuery,
  selfRatings: buildOwnRowsQuery(
    { contentId: selfRatings.contentId, ...selfRating },
    sql`from ${selfRatings} where ${selfRatings.userId} = ${users.id} and ${lately}
      order by ${selfRatings.ratedAt}, ${selfRatings.cue} limit 1000`,
  ),
});

/** Number of stretches that are read to be joined; frequent pauses make many of one listen. */
const MAX_RECENT_STRETCHES = 200;

/** Own rows: the caller's latest stretches of listening, the latest first, to be joined into listens. */
export const ownRecentListeningStretchesQuery = buildOwnRowsQuery(
  {
    id: listens.id,
    contentId: listens.contentId,
    startedAt: listens.startedAt,
    endedAt: listens.endedAt,
    positionMs: listens.positionMs,
    listenedMs: listens.listenedMs,
    completed: listens.completed,
  },
  sql`from ${listens} where ${listens.userId} = ${users.id}
    order by ${listens.endedAt} desc limit ${sql.raw(String(MAX_RECENT_STRETCHES))}`,
);
export type OwnRecentListeningStretches = OwnDataOf<typeof ownRecentListeningStretchesQuery>;

/**
 * Converts a person's progress to the history that `recommend` takes: the last completion and the number of listens of
 * each session, by its id.
 */
export function toSessionHistories(progress: OwnProgress): Map<string, SessionListenStats> {
  return new Map(
    progress.map(({ contentId, lastCompletedAt, listens }) => [
      contentId,
      { completedAt: lastCompletedAt, listens },
    ]),
  );
}

/**
 * Computes the history that `toSessionHistories` would have returned at the instant `before`, at most 30 hours ago: the present
 * totals less the listens since, which are among `recent`.
 */
export function toSessionHistoriesBefore(
  progress: OwnProgress,
  recent: OwnRecentListens,
  before: Date,
): Map<string, SessionListenStats> {
  const since = new Map<string, number>();
  // The newest first: what is met first is the last completion before.
  const completedBefore = new Map<string, Date>();
  for (const { at, contentId, completed } of recent)
    if (at >= before) since.set(contentId, (since.get(contentId) ?? 0) + 1);
    else if (completed && !completedBefore.has(contentId)) completedBefore.set(contentId, at);
  const history = new Map<string, SessionListenStats>();
  for (const { contentId, lastCompletedAt, completedAt: first, ...folded } of progress) {
    const listens = folded.listens - (since.get(contentId) ?? 0);
    if (listens <= 0) continue;
    const isLastEarlier = lastCompletedAt !== null && lastCompletedAt < before;
    const completedAt = isLastEarlier
      ? lastCompletedAt
      : (completedBefore.get(contentId) ?? folded.completedEarlier ?? first);
    history.set(contentId, {
      completedAt: completedAt && completedAt < before ? completedAt : null,
      listens,
    });
  }
  return history;
}

/**
 * Sums over all sessions how often the person finished one (`totalSessions`, repeats counted) and how long they
 * listened, in milliseconds (`practiceMs`).
 */
export function sumListeningProgress(progress: OwnProgress): {
  totalSessions: number;
  practiceMs: number;
} {
  const totals = { totalSessions: 0, practiceMs: 0 };
  for (const { completions, listenedMs } of progress) {
    totals.totalSessions += completions;
    totals.practiceMs += listenedMs;
  }
  return totals;
}

const MAX_RECENT_LISTENS = 20;

/** Returns a person's latest listens, at most 20, the latest first, joined from the recorded stretches of listening. */
export function listRecentListens(
  stretches: OwnRecentListeningStretches,
): OwnRecentListeningStretches {
  return joinStretchesIntoListens(stretches).slice(0, MAX_RECENT_LISTENS);
}
