import { and, between, count, eq, inArray, isNotNull, min, sql, sum } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { feedback } from '#server/features/feedback/table.ts';
import { mediaFiles } from '#server/features/media/table.ts';
import { supportQuestions } from '#server/features/support/table.ts';
import { waitlist } from '#server/features/waitlist/table.ts';
import { totals } from './table.ts';

export interface WeeklyFigureRow {
  metric: string;
  key: string;
  /** Monday of its week. */
  week: string;
  value: number;
  people: number;
}

const ROWS_MAX = 10_000;
const week = sql<string>`to_char(date_trunc('week', ${totals.day}), 'YYYY-MM-DD')`;
const people = sql<number>`coalesce(sum(${totals.people}), 0)::integer`;
const value = sql<number>`sum(${totals.value})::double precision`;

/**
 * Returns the statistics of events (such as revenue and plays), summed by week, between two civil dates, both included.
 */
export async function listWeeklyEventTotals(
  db: Database,
  from: string,
  to: string,
): Promise<WeeklyFigureRow[]> {
  const { metric, key, day } = totals;
  const happened = [
    'revenue',
    'refunded',
    'played',
    'finished',
    'left',
    'rating',
    'raters',
    'cohort',
    'returned',
    'landing',
    'funnel',
  ];
  return db
    .select({ metric, key, week, value, people })
    .from(totals)
    .where(and(inArray(metric, happened), between(day, from, to)))
    .groupBy(metric, key, week)
    .limit(ROWS_MAX);
}

/**
 * Returns the statistics of what existed (people, passes) at the last daily count of each week between two civil dates.
 */
export async function listWeeklyStandingCounts(
  db: Database,
  from: string,
  to: string,
): Promise<WeeklyFigureRow[]> {
  const { metric, key, day } = totals;
  const isStanding = and(
    inArray(metric, ['people', 'onboarded', 'passes']),
    between(day, from, to),
  );
  const last = db
    .select({ metric: sql`metric`, day: sql`max(day)` })
    .from(totals)
    .where(isStanding)
    .groupBy(metric, week);
  return db
    .select({ metric, key, week, value, people })
    .from(totals)
    .where(and(isStanding, sql`(${metric}, ${day}) in ${last}`))
    .groupBy(metric, key, week)
    .limit(ROWS_MAX);
}

/**
 * Returns the last counts of people before a civil date, as a starting point for weeks without a count; `week` is that
 * date.
 */
export async function listLastPeopleCountsBefore(
  db: Database,
  before: string,
): Promise<WeeklyFigureRow[]> {
  const { rows } = await db.execute<WeeklyFigureRow & Record<string, unknown>>(sql`
    select one.metric, one.key, ${before} as week, one.value::double precision as value, 0 as people
    from unnest(array['people', 'onboarded']) wanted (metric)
    cross join lateral (
      select * from totals where totals.metric = wanted.metric and day < ${before}::date
      order by day desc limit 1) one`);
  return rows;
}

/**
 * Returns statistics of people's fear before and after, summed by area, of the groups of people closed between two
 * civil dates, both included: `value` is the sum of the answers, `people` their number.
 */
export async function listFearSumsByAreaBeforeAndAfter(db: Database, from: string, to: string) {
  const { metric, key, day } = totals;
  return db
    .select({ metric, key, value, people })
    .from(totals)
    .where(and(inArray(metric, ['fear_before', 'fear_after']), between(day, from, to)))
    .groupBy(metric, key)
    .limit(100);
}

/** Returns how many people fly in each coming week, as of the last count; `key` is the number of weeks ahead. */
export async function listFlightCountsByWeek(db: Database) {
  const { metric, key, day } = totals;
  return db
    .select({ key, people: sql<number>`${totals.people}` })
    .from(totals)
    .where(
      and(
        eq(metric, 'flights'),
        sql`${day} = (select max(day) from totals where metric = 'people')`,
      ),
    )
    .limit(100);
}

/**
 * Returns figures for the operator: the numbers of feedback messages, of waitlist entries and of waiting support
 * questions, with when the oldest began to wait; and the size of the database and of the media store, in bytes.
 */
export async function readInboxAndStorageFigures(db: Database) {
  const [messages, waiting, [asked], [kept], size] = await Promise.all([
    db.$count(feedback),
    db.$count(waitlist),
    db
      .select({ count: count(), oldest: min(supportQuestions.waitingSince) })
      .from(supportQuestions)
      .where(isNotNull(supportQuestions.waitingSince)),
    db.select({ bytes: sum(mediaFiles.bytes).mapWith(Number) }).from(mediaFiles),
    db.execute<{ bytes: number }>(
      sql`select pg_database_size(current_database())::double precision as bytes`,
    ),
  ]);
  return {
    inboxes: {
      messages,
      waitlist: waiting,
      questions: asked?.count ?? 0,
      oldestQuestionAt: asked?.oldest?.toISOString() ?? null,
    },
    databaseBytes: size.rows[0]?.bytes ?? 0,
    mediaBytes: kept?.bytes ?? 0,
  };
}
