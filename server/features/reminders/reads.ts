import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { listCountdownFlights } from '#server/features/flights/reads.ts';
import { practiceDays } from '#server/features/streak/table.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { chooseReminder, MOST_UNOPENED, type ReminderKind } from '#shared/rules/reminders.ts';
import { reminders } from './table.ts';

export type ReminderRow = typeof reminders.$inferSelect;

/** What a person wants to be reminded of; null where they asked for nothing. */
export async function findWishes(db: Database, userId: string) {
  const [row] = await db.select().from(reminders).where(eq(reminders.userId, userId));
  if (!row) return null;
  const { channel, hour, timeZone, practice, pack, evening, unopened } = row;
  return { channel, hour, timeZone, practice, pack, evening, isResting: unopened >= MOST_UNOPENED };
}

/** Finds what to remind somebody of at their moment; null when there is nothing. */
export async function findReminder(db: Database, row: ReminderRow): Promise<ReminderKind | null> {
  const flights = await listCountdownFlights(db, row.userId);
  const day = getCivilDate(row.timeZone, row.nextAt);
  const [found] = await db
    .select({ day: practiceDays.day })
    .from(practiceDays)
    .where(and(eq(practiceDays.userId, row.userId), eq(practiceDays.day, day)))
    .limit(1);
  return chooseReminder(row, row.nextAt, { flights, hasPractised: found !== undefined });
}
