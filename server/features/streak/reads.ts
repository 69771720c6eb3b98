import { and, desc, eq, lte, max, min, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { CLOCK_TOLERANCE_MS, type PracticeRun } from '#shared/rules/streak.ts';
import { practiceDays } from './table.ts';

/** Longest streak that is counted. */
const MAX_DAYS = 1000;

/** Recent practice days for `dayStreak`; consecutive days in one time zone are one row. */
export async function listPracticeRuns(
  db: Database,
  userId: string,
  now: Date,
): Promise<PracticeRun[]> {
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
    .limit(MAX_DAYS)
    .as('latest');
  // Gaps and islands: consecutive dates less their row number give the same value.
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
