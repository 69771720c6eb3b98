import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { insertUnlessStored, type MergeRule, upsertLatest } from '#server/db/last-write-wins.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import { lockAndReadHealthConsent } from '#server/features/assessment/writes.ts';
import { findSessionDurationAndAvailability } from '#server/features/contents/reads.ts';
import { recordPracticeDay } from '#server/features/streak/writes.ts';
import { clampFarFutureToNow } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import type { HelpfulnessRating } from '#shared/contract/fields.ts';
import { isSameCompletionToldAgain } from '#shared/rules/listens.ts';
import type { SelfRatingName } from '#shared/rules/script.ts';
import { listens, progress, sessionRatings, selfRatings } from './table.ts';

interface SelfRating {
  cue: number;
  name: SelfRatingName;
  value: number;
  ratedAt: Date;
}

export interface Listen {
  id: string;
  contentId: string;
  startedAt: Date;
  endedAt: Date;
  positionMs: number;
  listenedMs: number;
  completed: boolean;
  timeZone: string;
  /** Answers to ratings during the listen, at most one for each. */
  selfRatings?: SelfRating[];
}

const PROGRESS = {
  table: progress,
  key: ['userId', 'contentId'],
  groups: [
    { at: 'lastListenedAt', columns: ['positionMs'] },
    { at: 'lastCompletedAt', columns: [] },
  ],
} as const satisfies MergeRule<typeof progress>;

const RATINGS = {
  table: sessionRatings,
  key: ['userId', 'contentId'],
  groups: [{ at: 'ratedAt', columns: ['rating'] }],
} as const satisfies MergeRule<typeof sessionRatings>;

/**
 * Stores a stretch of listening to a session, adds it to the person's progress and records the practice day, in one
 * transaction. Idempotent by id; one that arrives late adds its time without moving the position back; unpublished
 * sessions count too. Self-ratings are health data: those not given under the present consent are dropped silently.
 * @throws content_not_found (unknown session); conflict (the id belongs to another listen); too_many
 */
export async function recordListenProgressAndDay(
  db: Database,
  userId: string,
  { selfRatings: given = [], ...listen }: Listen,
  now: Date,
) {
  const heard = await findSessionDurationAndAvailability(db, listen.contentId);
  if (!heard) throw new AppError('content_not_found');
  const rowAt = (receivedAt: Date) => {
    const endedAt = clampFarFutureToNow(listen.endedAt, receivedAt);
    const startedAt = new Date(Math.min(listen.startedAt.getTime(), endedAt.getTime()));
    const positionMs = Math.min(listen.positionMs, heard.durationMs);
    return { ...listen, userId, startedAt, endedAt, positionMs, receivedAt };
  };
  await db.transaction(async (tx) => {
    const consentedAt = given.length > 0 ? await lockAndReadHealthConsent(tx, userId) : null;
    if (listen.completed) await lockCompletions(tx, userId, listen.contentId);
    if (!(await insertUnlessStored(tx, listens, rowAt, now))) return;
    await recordPracticeDay(tx, userId, rowAt(now));
    const completions = listen.completed ? await countCompletion(tx, rowAt(now)) : 0;
    await foldListen(tx, rowAt(now), completions);
    // A clock that runs ahead is put back for all of them alike, so that they stay in their order.
    const aheadMs = Math.max(0, listen.endedAt.getTime() - now.getTime());
    const putBack = (at: Date) => clampFarFutureToNow(new Date(at.getTime() - aheadMs), now);
    const rows = given
      .map((one) => ({ ...one, ratedAt: putBack(one.ratedAt) }))
      .filter(({ ratedAt }) => consentedAt !== null && ratedAt >= consentedAt)
      .map((one) => ({ ...one, userId, listenId: listen.id, contentId: listen.contentId }));
    if (rows.length === 0) return;
    await tx.insert(selfRatings).values(rows);
    await assertRowCapNotExceeded(tx, selfRatings, userId);
  });
}

type OwnListen = Omit<Listen, 'selfRatings'> & { userId: string };

/** Has the completions of a session by a person counted one after another, until the transaction is over. */
const lockCompletions = (tx: Database, userId: string, contentId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${contentId}`}, 1))`);

/**
 * Returns by how much the number of completions changes with a stored listen that completed its session: one that
 * repeats the completion before it counts for nothing (`isSameCompletionToldAgain`), in whatever order they arrive.
 */
async function countCompletion(tx: Database, row: OwnListen): Promise<number> {
  const { userId, contentId, id, endedAt } = row;
  const own = and(
    eq(listens.userId, userId),
    eq(listens.contentId, contentId),
    eq(listens.completed, true),
  );
  const isEarlier = or(
    lt(listens.endedAt, endedAt),
    and(eq(listens.endedAt, endedAt), lt(listens.id, id)),
  );
  const isLater = or(
    gt(listens.endedAt, endedAt),
    and(eq(listens.endedAt, endedAt), gt(listens.id, id)),
  );
  const completed = () => tx.select().from(listens);
  const latestFirst = [desc(listens.endedAt), desc(listens.id)];
  const earliestFirst = [asc(listens.endedAt), asc(listens.id)];
  const [before] = await completed()
    .where(and(own, isEarlier))
    .orderBy(...latestFirst)
    .limit(1);
  const [after] = await completed()
    .where(and(own, isLater))
    .orderBy(...earliestFirst)
    .limit(1);
  const count = (earlier: typeof before | OwnListen, later: typeof after | OwnListen) =>
    later && !(earlier && isSameCompletionToldAgain(earlier, later)) ? 1 : 0;
  return count(before, row) + count(row, after) - count(before, after);
}

/** Adds a listen to the stored progress, as `computeListeningProgress` in shared/rules does. */
async function foldListen(tx: Database, row: OwnListen, completions: number) {
  const { userId, contentId, positionMs, listenedMs, endedAt, completed } = row;
  const completedAt = completed ? endedAt : null;
  const folded = {
    userId,
    contentId,
    positionMs,
    listenedMs,
    lastListenedAt: endedAt,
    completedAt,
    lastCompletedAt: completedAt,
    completions,
  };
  await upsertLatest(tx, PROGRESS, [folded], {
    set: {
      // Nearly 25 days of one session; the sum of a hostile client must not overflow the column.
      listenedMs: sql`least(${progress.listenedMs}::bigint + excluded.listened_ms, 2147483647)`,
      completedAt: sql`least(${progress.completedAt}, excluded.completed_at)`,
      listens: sql`${progress.listens} + 1`,
      completions: sql`${progress.completions} + excluded.completions`,
    },
  });
}

/**
 * Stores a person's rating of a session; of two ratings the one given later wins, in whatever order they arrive.
 * @throws content_not_found (unknown session)
 */
export async function saveSessionRating(
  db: Database,
  userId: string,
  contentId: string,
  { rating, ratedAt }: { rating: HelpfulnessRating; ratedAt: Date },
  now: Date,
) {
  if (!(await findSessionDurationAndAvailability(db, contentId)))
    throw new AppError('content_not_found');
  const row = { userId, contentId, rating, ratedAt: clampFarFutureToNow(ratedAt, now) };
  await upsertLatest(db, RATINGS, [row]);
}
