import type { Database } from '#server/db/connect.ts';
import { insertUnlessStored } from '#server/db/last-write-wins.ts';
import { clampFutureToNow } from '#server/http/device-clock.ts';
import { soundPractices } from './table.ts';

type Practice = Pick<
  typeof soundPractices.$inferSelect,
  'id' | 'sound' | 'practisedAt' | 'sure' | 'knew'
>;

/**
 * Stores that a sound was practised; idempotent by id. A time in the future counts as now.
 * @throws conflict (the id belongs to a different practice); too_many
 */
export async function recordSoundPractice(
  db: Database,
  userId: string,
  practice: Practice,
  now: Date,
): Promise<void> {
  const rowAt = (receivedAt: Date) => ({
    ...practice,
    userId,
    practisedAt: clampFutureToNow(practice.practisedAt, receivedAt),
    receivedAt,
  });
  await db.transaction((tx) => insertUnlessStored(tx, soundPractices, rowAt, now));
}
