import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { practiceDays } from './table.ts';

/**
 * Notes the day of a finished practice, as the person lived it. Belongs in the transaction that keeps the
 * practice itself; the same practice noted twice changes nothing.
 */
export async function notePracticeDay(
  db: Pick<Database, 'insert'>,
  userId: string,
  practice: { endedAt: Date; timeZone: string },
): Promise<void> {
  const { endedAt, timeZone } = practice;
  await db
    .insert(practiceDays)
    .values({
      userId,
      day: todayIn(timeZone, endedAt),
      timeZone,
      firstAt: endedAt,
      lastAt: endedAt,
    })
    .onConflictDoUpdate({
      target: [practiceDays.userId, practiceDays.day, practiceDays.timeZone],
      set: {
        firstAt: sql`least(${practiceDays.firstAt}, excluded.first_at)`,
        lastAt: sql`greatest(${practiceDays.lastAt}, excluded.last_at)`,
      },
    });
}
