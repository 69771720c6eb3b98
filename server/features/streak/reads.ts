import { and, desc, eq, lte, max, min, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { CLOCK_TOLERANCE_MS, type Practice } from '#shared/rules/streak.ts';
import { practiceDays } from './table.ts';

/** A streak longer than this is told as this many days. */
const MOST_DAYS = 1000;

/** The latest days of practice for `dayStreak`, those in a row in one zone as one. */
export async function listPractices(db: Database, userId: string, now: Date): Promise<Practice[]> {
  const { day, timeZone, firstAt, lastAt } = practiceDays;
  const latest = db
    .select({ day, timeZone, firstAt, lastAt })
    .from(practiceDays)
    .where(
      and(
        eq(practiceDays.userId, userId),
        lte(lastAt, new Date(now.getTime() + CLOCK_TOLERANCE_MS)),
      ),
    )
    .orderBy(desc(day))
    .limit(MOST_DAYS)
    .as('latest');
  // Days in a row are as far from their numbers, all of them.
  const numbered = db
    .select({
      day: latest.day,
      timeZone: latest.timeZone,
      firstAt: latest.firstAt,
      lastAt: latest.lastAt,
      row: sql`${latest.day} - row_number() over (partition by ${latest.timeZone} order by ${latest.day})::integer`.as(
        'row',
      ),
    })
    .from(latest)
    .as('numbered');
  const rows = await db
    .select({
      timeZone: numbered.timeZone,
      day: max(numbered.day),
      at: max(numbered.lastAt),
      sinceDay: min(numbered.day),
      sinceAt: min(numbered.firstAt),
    })
    .from(numbered)
    .groupBy(numbered.timeZone, numbered.row);
  return rows.flatMap(({ timeZone, day, at, sinceDay, sinceAt }) =>
    day && at && sinceDay && sinceAt
      ? [{ at, timeZone, day, since: { at: sinceAt, day: sinceDay } }]
      : [],
  );
}
