import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { practiceDays } from './table.ts';

/**
 * Records the local day of a finished practice, by its end and time zone. Call it in the transaction that stores the
 * practice; idempotent.
 */
export async function recordPracticeDay(
  db: Pick<Database, 'insert'>,
  userId: string,
  practice: { endedAt: Date; timeZone: string },
): Promise<void> {
  const { endedAt, timeZone } = practice;
  await db
    .insert(practiceDays)
    .values({
      userId,
      day: getCivilDate(timeZone, endedAt),
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
