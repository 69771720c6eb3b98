import { eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type MergeRule, upsertLatest } from '#server/db/last-write-wins.ts';
import { AppError } from '#server/http/errors.ts';
import { autosaves } from './table.ts';

/** How long what was never saved is worth finding again: as long as a device keeps it. */
const MAX_AGE_MS = 90 * 86_400_000;

/** More forms than an admin writes in within three months. */
const MAX_FORMS = 2_000;

const RULE: MergeRule<typeof autosaves> = {
  table: autosaves,
  key: ['userId', 'form'],
  groups: [{ at: 'writtenAt', columns: ['version', 'typed'] }],
};

/**
 * Keeps what an admin has written into a form and not saved, or with null for `typed` that nothing is unsaved any more;
 * of two writes the later wins, in whatever order they arrive.
 * @throws too_many
 */
export async function saveAutosave(
  db: Database,
  userId: string,
  autosave: { form: string; version: number; typed: string | null; writtenAt: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    await upsertLatest(tx, RULE, [{ ...autosave, userId }]);
    const [beyond] = await tx
      .select({ form: autosaves.form })
      .from(autosaves)
      .where(eq(autosaves.userId, userId))
      .offset(MAX_FORMS)
      .limit(1);
    if (beyond) throw new AppError('too_many');
  });
}

/** Deletes what was not touched for three months. */
export async function deleteOldAutosaves(db: Database, now: Date): Promise<void> {
  await db.delete(autosaves).where(lt(autosaves.writtenAt, new Date(now.getTime() - MAX_AGE_MS)));
}
