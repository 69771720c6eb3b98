import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { listFlightsOnCountdown } from '#server/features/flights/reads.ts';
import { practiceDays } from '#server/features/streak/table.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import {
  chooseReminderKind,
  MAX_UNOPENED_REMINDERS_IN_A_ROW,
  type ReminderKind,
} from '#shared/rules/reminders.ts';
import { reminders } from './table.ts';

export type ReminderRow = typeof reminders.$inferSelect;

/**
 * Returns a person's reminder settings; null when they have none. `isResting` says that reminders are paused, because
 * too many were not opened.
 */
export async function findReminderSettings(db: Database, userId: string) {
  const [row] = await db.select().from(reminders).where(eq(reminders.userId, userId));
  if (!row) return null;
  const { channel, hour, timeZone, practice, pack, evening, unopened } = row;
  return {
    channel,
    hour,
    timeZone,
    practice,
    pack,
    evening,
    isResting: unopened >= MAX_UNOPENED_REMINDERS_IN_A_ROW,
  };
}

/** Returns which kind of reminder a person is to get at the time stored in `row.nextAt`; null when none is due then. */
export async function findDueReminderKind(
  db: Database,
  row: ReminderRow,
): Promise<ReminderKind | null> {
  const flights = await listFlightsOnCountdown(db, row.userId);
  const day = getCivilDate(row.timeZone, row.nextAt);
  const [found] = await db
    .select({ day: practiceDays.day })
    .from(practiceDays)
    .where(and(eq(practiceDays.userId, row.userId), eq(practiceDays.day, day)))
    .limit(1);
  return chooseReminderKind(row, row.nextAt, { flights, hasPractised: found !== undefined });
}
