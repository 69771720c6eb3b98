import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { notePracticeDay } from '#server/features/streak/writes.ts';
import type { PatternKey } from '#shared/rules/breathing.ts';
import { notAhead } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import { practices } from './table.ts';

export interface BreathingPractice {
  id: string;
  pattern: PatternKey;
  startedAt: Date;
  endedAt: Date;
  practisedMs: number;
  timeZone: string;
}

/**
 * Appends one exercise; sent again, it changes nothing. It never lasts longer than its own span.
 * @throws conflict when the id names another exercise.
 */
export async function recordPractice(
  db: Database,
  userId: string,
  practice: BreathingPractice,
  now: Date,
): Promise<void> {
  const endedAt = notAhead(practice.endedAt, now);
  const startedAt = new Date(Math.min(practice.startedAt.getTime(), endedAt.getTime()));
  const practisedMs = Math.min(practice.practisedMs, endedAt.getTime() - startedAt.getTime());
  const row = { ...practice, userId, startedAt, endedAt, practisedMs, receivedAt: now };
  await db.transaction(async (tx) => {
    const appended = await tx
      .insert(practices)
      .values(row)
      .onConflictDoNothing({ target: [practices.userId, practices.id] })
      .returning({ id: practices.id });
    if (appended.length > 0) return notePracticeDay(tx, userId, row);
    const [stored] = await tx
      .select()
      .from(practices)
      .where(and(eq(practices.userId, userId), eq(practices.id, practice.id)));
    if (stored && !isSame(stored, practice)) throw new AppError('conflict');
  });
}

/** Whether an exercise sent again is the one stored. What was bounded when it came counts as equal. */
function isSame(stored: typeof practices.$inferSelect, sent: BreathingPractice): boolean {
  const ended = notAhead(sent.endedAt, stored.receivedAt).getTime();
  const started = Math.min(sent.startedAt.getTime(), ended);
  return (
    ended === stored.endedAt.getTime() &&
    started === stored.startedAt.getTime() &&
    Math.min(sent.practisedMs, ended - started) === stored.practisedMs &&
    sent.pattern === stored.pattern &&
    sent.timeZone === stored.timeZone
  );
}
