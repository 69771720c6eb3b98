import type { Database } from '#server/db/connect.ts';
import { insertUnlessStored } from '#server/db/last-write-wins.ts';
import { recordPracticeDay } from '#server/features/streak/writes.ts';
import type { BreathPatternKey } from '#shared/rules/breathing.ts';
import { clampFarFutureToNow } from '#server/http/device-clock.ts';
import { practices } from './table.ts';

export interface BreathingPractice {
  id: string;
  pattern: BreathPatternKey;
  startedAt: Date;
  endedAt: Date;
  practisedMs: number;
  timeZone: string;
}

/**
 * Stores a breathing exercise and counts its day for the streak; idempotent by id. One that ends in the future is dated
 * back to end now; `practisedMs` is limited to the time between start and end.
 * @throws conflict (the id belongs to a different exercise); too_many
 */
export async function recordBreathingPracticeAndDay(
  db: Database,
  userId: string,
  practice: BreathingPractice,
  now: Date,
): Promise<void> {
  const rowAt = (receivedAt: Date) => {
    const endedAt = clampFarFutureToNow(practice.endedAt, receivedAt);
    const startedAt = new Date(Math.min(practice.startedAt.getTime(), endedAt.getTime()));
    const practisedMs = Math.min(practice.practisedMs, endedAt.getTime() - startedAt.getTime());
    return { ...practice, userId, startedAt, endedAt, practisedMs, receivedAt };
  };
  await db.transaction(async (tx) => {
    if (await insertUnlessStored(tx, practices, rowAt, now))
      await recordPracticeDay(tx, userId, rowAt(now));
  });
}
