import type { Database } from '#server/db/connect.ts';
import { notAhead } from '#server/features/player/writes.ts';
import { notePracticeDay } from '#server/features/streak/writes.ts';
import type { PatternKey } from '#shared/rules/breathing.ts';
import { practices } from './table.ts';

export interface BreathingPractice {
  id: string;
  pattern: PatternKey;
  startedAt: Date;
  endedAt: Date;
  practisedMs: number;
  timeZone: string;
}

/** Appends one exercise; sent again, it changes nothing. It never lasts longer than its own span. */
export async function recordPractice(
  db: Database,
  userId: string,
  practice: BreathingPractice,
  now: Date,
): Promise<void> {
  const endedAt = notAhead(practice.endedAt, now);
  const startedAt = new Date(Math.min(practice.startedAt.getTime(), endedAt.getTime()));
  const practisedMs = Math.min(practice.practisedMs, endedAt.getTime() - startedAt.getTime());
  const row = { ...practice, userId, startedAt, endedAt, practisedMs };
  await db.transaction(async (tx) => {
    const appended = await tx
      .insert(practices)
      .values(row)
      .onConflictDoNothing({ target: [practices.userId, practices.id] })
      .returning({ id: practices.id });
    if (appended.length > 0) await notePracticeDay(tx, userId, row);
  });
}
