import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  combineOwnRows,
  type OwnData,
  type OwnRows,
  selectOwnRow,
  selectOwnRows,
} from '#server/db/own-rows.ts';
import { users } from '#server/features/account/table.ts';
import { ownConsent } from '#server/features/assessment/reads.ts';
import { listens, progress, ratings, selfRatings } from './table.ts';
import { joinStretches } from '#shared/rules/listens.ts';
import type { SessionHistory } from '#shared/rules/recommendation.ts';

/** How many sessions one person has a history of at most. */
const MAX_SESSIONS = 10_000;

/** The sessions that a person has finished, with the sign-in. */
export const ownCompleted: OwnRows<ReadonlySet<string>> = {
  select: sql`array_to_json(array(select ${progress.contentId} from ${progress}
    where ${progress.userId} = ${users.id} and ${progress.completedAt} is not null limit ${sql.raw(String(MAX_SESSIONS))}))`,
  decode: (json) => new Set(json as string[]),
};

const dayStart = sql`${sql.placeholder('dayStart')}::timestamptz`;

/**
 * What a person did with each session. `completedEarlier` is the last completion before the instant `dayStart`, where
 * neither the first nor the last one of all tells it: so its cost does not grow with years of listening.
 */
export const ownProgress = selectOwnRows(
  {
    contentId: progress.contentId,
    completedAt: progress.completedAt,
    lastCompletedAt: progress.lastCompletedAt,
    completedEarlier:
      sql<Date | null>`case when ${progress.lastCompletedAt} >= ${dayStart} and ${progress.completedAt} < ${dayStart} then
      (select max(${listens.endedAt}) from ${listens} where ${listens.userId} = ${progress.userId}
        and ${listens.contentId} = ${progress.contentId} and ${listens.completed} and ${listens.endedAt} < ${dayStart})
      end`.mapWith(progress.completedAt),
    listens: progress.listens,
    listenedMs: progress.listenedMs,
    completions: progress.completions,
  },
  sql`from ${progress} where ${progress.userId} = ${users.id} limit ${sql.raw(String(MAX_SESSIONS))}`,
);
export type OwnProgress = OwnData<typeof ownProgress>;

/** A person's listens since the instant `since`, the newest first. */
export const ownListensSince = selectOwnRows(
  { at: listens.endedAt, contentId: listens.contentId, completed: listens.completed },
  sql`from ${listens} where ${listens.userId} = ${users.id}
    and ${listens.endedAt} > ${sql.placeholder('since')}::timestamptz
    order by ${listens.endedAt} desc limit 2000`,
);
export type OwnListens = OwnData<typeof ownListensSince>;

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

const ofContent = sql`${sql.placeholder('contentId')}::uuid`;

/**
 * What a person did with the session `contentId`: with the numbers they gave in it during the last twelve hours, which
 * belong to the run that they may be in the middle of, the first one first; null without the consent to health data.
 */
export const ownSession = combineOwnRows({
  progress: selectOwnRow(
    {
      positionMs: progress.positionMs,
      listenedAt: progress.lastListenedAt,
      completedAt: progress.completedAt,
    },
    sql`from ${progress} where ${progress.userId} = ${users.id} and ${progress.contentId} = ${ofContent}`,
  ),
  rating: selectOwnRow(
    { rating: ratings.rating },
    sql`from ${ratings} where ${ratings.userId} = ${users.id} and ${ratings.contentId} = ${ofContent}`,
  ),
  consent: ownConsent,
  selfRatings: selectOwnRows(
    {
      cue: selfRatings.cue,
      name: selfRatings.name,
      value: selfRatings.value,
      ratedAt: selfRatings.ratedAt,
    },
    sql`from ${selfRatings} where ${selfRatings.userId} = ${users.id} and ${selfRatings.contentId} = ${ofContent}
      and ${selfRatings.ratedAt} > ${sql.placeholder('now')}::timestamptz - interval '12 hours'
      order by ${selfRatings.ratedAt}, ${selfRatings.cue} limit 200`,
  ),
});
export type OwnSession = OwnData<typeof ownSession>;

/** How many stretches are read to join; somebody who pauses often makes many in one listen. */
const MAX_RECENT_STRETCHES = 200;

/** The latest stretches of listening, to be joined into listens. */
export const ownRecentStretches = selectOwnRows(
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
export type OwnStretches = OwnData<typeof ownRecentStretches>;

/** What a person did with each session, by session id. */
export function toHistory(progress: OwnProgress): Map<string, SessionHistory> {
  return new Map(
    progress.map(({ contentId, lastCompletedAt, listens }) => [
      contentId,
      { completedAt: lastCompletedAt, listens },
    ]),
  );
}

/**
 * What a person had done with each session before the instant `before`, which `progress` was read for and `recent`
 * listens reach back to: the totals less the listens since.
 */
export function toHistoryBefore(
  progress: OwnProgress,
  recent: OwnListens,
  before: Date,
): Map<string, SessionHistory> {
  const since = Map.groupBy(
    recent.filter(({ at }) => at >= before),
    ({ contentId }) => contentId,
  );
  return new Map(
    progress.flatMap(({ contentId, ...folded }) => {
      const listens = folded.listens - (since.get(contentId)?.length ?? 0);
      const isLastEarlier = folded.lastCompletedAt !== null && folded.lastCompletedAt < before;
      const completedAt = isLastEarlier ? folded.lastCompletedAt : folded.completedEarlier;
      return listens > 0 ? [[contentId, { completedAt, listens }] as const] : [];
    }),
  );
}

/** How often sessions were finished, the same one each time, and the time practised, over all the person ever did. */
export function sumTotals(progress: OwnProgress): { totalSessions: number; practiceMs: number } {
  const totals = { totalSessions: 0, practiceMs: 0 };
  for (const { completions, listenedMs } of progress) {
    totals.totalSessions += completions;
    totals.practiceMs += listenedMs;
  }
  return totals;
}

const MAX_RECENT_LISTENS = 20;

/** The latest listens, each joined from its stretches. */
export function listRecentListens(stretches: OwnStretches): OwnStretches {
  return joinStretches(stretches).slice(0, MAX_RECENT_LISTENS);
}
