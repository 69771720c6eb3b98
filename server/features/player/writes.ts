import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { findDuration } from '#server/features/library/reads.ts';
import { notePracticeDay } from '#server/features/streak/writes.ts';
import { notAhead } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import type { Rating } from '#shared/contract/fields.ts';
import { listens, progress, ratings } from './table.ts';

export interface Listen {
  id: string;
  contentId: string;
  startedAt: Date;
  endedAt: Date;
  positionMs: number;
  listenedMs: number;
  completed: boolean;
  timeZone: string;
}

/**
 * Appends one listen and folds it into the person's progress, in one transaction. Sent again, it
 * changes nothing; arriving late, it adds its time without moving the position back. What was heard of a
 * session that is withdrawn meanwhile counts all the same, and `withdrawn` says so.
 * @throws content_not_found for an unknown session; conflict when the id names another listen.
 */
export async function recordListen(db: Database, userId: string, listen: Listen, now: Date) {
  const heard = await findDuration(db, listen.contentId);
  if (!heard) throw new AppError('content_not_found');
  const endedAt = notAhead(listen.endedAt, now);
  const row = {
    ...listen,
    userId,
    endedAt,
    startedAt: new Date(Math.min(listen.startedAt.getTime(), endedAt.getTime())),
    positionMs: Math.min(listen.positionMs, heard.durationMs),
    receivedAt: now,
  };
  const kept = await db.transaction(async (tx) => {
    const appended = await tx
      .insert(listens)
      .values(row)
      .onConflictDoNothing({ target: [listens.userId, listens.id] })
      .returning({ id: listens.id });
    if (appended.length === 0)
      return findProgressOf(tx, userId, { ...listen, positionMs: row.positionMs });
    await notePracticeDay(tx, userId, row);
    return fold(tx, row);
  });
  return { ...kept, withdrawn: heard.withdrawn };
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

async function fold(tx: Transaction, row: Listen & { userId: string }) {
  // Of two at the same instant the further one, so that the order in which they come changes nothing.
  const newer = sql`(excluded.last_listened_at, excluded.position_ms) >= (${progress.lastListenedAt}, ${progress.positionMs})`;
  const [folded] = await tx
    .insert(progress)
    .values({
      userId: row.userId,
      contentId: row.contentId,
      positionMs: row.positionMs,
      listenedMs: row.listenedMs,
      lastListenedAt: row.endedAt,
      completedAt: row.completed ? row.endedAt : null,
    })
    .onConflictDoUpdate({
      target: [progress.userId, progress.contentId],
      set: {
        positionMs: sql`case when ${newer} then excluded.position_ms else ${progress.positionMs} end`,
        // Nearly 25 days of one session; the sum of a hostile client must not overflow the column.
        listenedMs: sql`least(${progress.listenedMs}::bigint + excluded.listened_ms, 2147483647)`,
        lastListenedAt: sql`greatest(${progress.lastListenedAt}, excluded.last_listened_at)`,
        completedAt: sql`least(${progress.completedAt}, excluded.completed_at)`,
      },
    })
    .returning();
  if (!folded) throw new AppError('server_error');
  return folded;
}

/** What is kept, when the same listen is sent again. */
async function findProgressOf(tx: Transaction, userId: string, sent: Listen) {
  const [stored] = await tx
    .select({ listen: listens, progress })
    .from(listens)
    .innerJoin(
      progress,
      and(eq(progress.userId, listens.userId), eq(progress.contentId, listens.contentId)),
    )
    .where(and(eq(listens.userId, userId), eq(listens.id, sent.id)));
  if (!stored) throw new AppError('server_error');
  if (!isSame(stored.listen, sent)) throw new AppError('conflict');
  return stored.progress;
}

/** Whether a listen sent again is the one stored. What was bounded when it came counts as equal. */
function isSame(stored: typeof listens.$inferSelect, sent: Listen): boolean {
  const bounded = stored.endedAt.getTime() === stored.receivedAt.getTime();
  const ended = bounded
    ? sent.endedAt >= stored.endedAt
    : sent.endedAt.getTime() === stored.endedAt.getTime();
  const started = Math.min(sent.startedAt.getTime(), stored.endedAt.getTime());
  return (
    ended &&
    started === stored.startedAt.getTime() &&
    sent.contentId === stored.contentId &&
    sent.positionMs === stored.positionMs &&
    sent.listenedMs === stored.listenedMs &&
    sent.completed === stored.completed &&
    sent.timeZone === stored.timeZone
  );
}

/**
 * Keeps the person's one rating of a session. A rating given earlier on another device and arriving
 * later does not replace a newer one; the reply is what is kept.
 * @throws content_not_found for an unknown or withdrawn session.
 */
export async function saveRating(
  db: Database,
  userId: string,
  contentId: string,
  given: { rating: Rating; ratedAt: Date },
  now: Date,
) {
  if (!(await findDuration(db, contentId))) throw new AppError('content_not_found');
  const row = { userId, contentId, rating: given.rating, ratedAt: notAhead(given.ratedAt, now) };
  // Two at the same instant are told apart by their words, so that the order in which they come changes nothing.
  const newer = sql`(excluded.rated_at, excluded.rating) >= (${ratings.ratedAt}, ${ratings.rating})`;
  const [kept] = await db
    .insert(ratings)
    .values(row)
    .onConflictDoUpdate({
      target: [ratings.userId, ratings.contentId],
      set: {
        rating: sql`case when ${newer} then excluded.rating else ${ratings.rating} end`,
        ratedAt: sql`greatest(${ratings.ratedAt}, excluded.rated_at)`,
      },
    })
    .returning();
  if (!kept) throw new AppError('server_error');
  return kept;
}
