import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { soundPractices } from './table.ts';

/** Number of guesses in a reply: fifty for each sound; the export has all. */
const MAX_PRACTICES = 500;

/** Returns `{ items }`: the latest guesses of sounds, the latest first. */
export async function listSoundGuesses(db: Database, userId: string) {
  const { id, sound, practisedAt, sure, knew } = soundPractices;
  const rows = await db
    .select({ id, sound, practisedAt, sure, knew })
    .from(soundPractices)
    .where(eq(soundPractices.userId, userId))
    .orderBy(sql`${practisedAt} desc`)
    .limit(MAX_PRACTICES);
  return { items: rows.map(({ practisedAt: at, ...row }) => ({ ...row, at: at.toISOString() })) };
}
