import { sql } from 'drizzle-orm';
import { type OwnDataQuery, buildOwnRowsQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { CLOCK_TOLERANCE_MS, type PracticeOrDayRun } from '#shared/rules/streak.ts';
import { practiceDays } from './table.ts';

const MAX_DAYS = 1000;

// Gaps and islands: consecutive dates less their row number give the same value.
const runs = buildOwnRowsQuery(
  {
    timeZone: sql<string>`time_zone`,
    day: sql<string>`max(day)`,
    at: sql`max(last_at)`.mapWith(practiceDays.lastAt),
    sinceDay: sql<string>`min(day)`,
    sinceAt: sql`min(first_at)`.mapWith(practiceDays.firstAt),
  },
  sql`from (
      select latest.*, day - row_number() over (partition by time_zone order by day)::integer as run
      from (
        select day, time_zone, first_at, last_at from ${practiceDays}
        where user_id = ${users.id}
          and last_at <= ${sql.placeholder('now')}::timestamptz + ${sql.raw(`interval '${CLOCK_TOLERANCE_MS} milliseconds'`)}
        order by day desc limit ${sql.raw(String(MAX_DAYS))}
      ) latest
    ) numbered
    group by time_zone, run`,
);

/**
 * Own rows: the caller's latest 1,000 practice days, as input of `computeDayStreak`; consecutive days in one time zone
 * are one run.
 */
export const ownPracticeDayRunsQuery: OwnDataQuery<PracticeOrDayRun[]> = {
  ...runs,
  decode: (json) =>
    runs.decode(json).map(({ timeZone, day, at, sinceDay, sinceAt }) => ({
      at,
      timeZone,
      day,
      since: { at: sinceAt, day: sinceDay },
    })),
};
