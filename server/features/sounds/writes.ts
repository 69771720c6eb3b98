import type { Database } from '#server/db/connect.ts';
import { insertUnlessStored } from '#server/db/last-write-wins.ts';
import { clampFarFutureToNow } from '#server/http/device-clock.ts';
import { soundPractices } from './table.ts';

type Practice = Pick<
  typeof soundPractices.$inferSelect,
  'id' | 'sound' | 'practisedAt' | 'sure' | 'knew'
>;

/**
 * Stores one time that a sound was heard and guessed; idempotent by id. A time in the future counts as now.
 * @throws conflict (the id belongs to a different guess); too_many
 */
export async function recordSoundGuess(
  db: Database,
  userId: string,
  guess: Practice,
  now: Date,
): Promise<void> {
  const rowAt = (receivedAt: Date) => ({
    ...guess,
    userId,
    practisedAt: clampFarFutureToNow(guess.practisedAt, receivedAt),
    receivedAt,
  });
  await db.transaction((tx) => insertUnlessStored(tx, soundPractices, rowAt, now));
}
