import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Practice } from '#shared/rules/streak.ts';
import { practiceDays } from './table.ts';

/** A streak longer than this is told as this many days. */
const MOST_DAYS = 1000;

/** The latest days of practice, each by its first and last moment, for `dayStreak`. */
export async function listPracticeDays(db: Database, userId: string): Promise<Practice[]> {
  const rows = await db
    .select({
      day: practiceDays.day,
      timeZone: practiceDays.timeZone,
      firstAt: practiceDays.firstAt,
      lastAt: practiceDays.lastAt,
    })
    .from(practiceDays)
    .where(eq(practiceDays.userId, userId))
    .orderBy(desc(practiceDays.day))
    .limit(MOST_DAYS);
  return rows.flatMap(({ day, timeZone, firstAt, lastAt }) => [
    { at: firstAt, timeZone, day },
    { at: lastAt, timeZone, day },
  ]);
}
