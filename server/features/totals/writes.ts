import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { addDays } from '#shared/rules/flight-date.ts';
import { getMondayOfWeek, toUtcCivilDate } from '#shared/rules/week.ts';
import { refreshFunnelTotals } from './funnel/writes.ts';
import { findTotalCountedUntil } from './marks/reads.ts';
import { saveTotalCountedUntil } from './marks/writes.ts';
import { refreshFearTotalsBeforeAndAfter, refreshOutcomeTotals } from './outcomes/writes.ts';
import { saveRecurringRevenueTotals } from './recurring/writes.ts';
import { refreshSessionTotals } from './sessions/writes.ts';

/** Number of past days that the first refresh covers. */
const FIRST_DAYS = 371;
/** Number of weeks after joining for which returns are counted. */
export const MAX_COHORT_WEEKS = 12;
export const FLIGHT_WEEKS_AHEAD = 8;
const TIMEOUT_MS = 600_000;

interface Moment {
  now: Date;
  livemode: boolean;
}

/**
 * Updates the stored statistics with what happened since the last update and what exists now. Only one server at a time
 * does it; on the others it returns at once.
 */
export async function refreshTotals(db: Database, { now, livemode }: Moment): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tryToLockTotals(tx, 'totals'))) return;
    // No request waits for it, and the first time it reads all there is.
    await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`));
    // Waited for: both begin at the same minute, and the shorter one would keep this one out each time.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('standing totals', 0))`);
    const today = toUtcCivilDate(now);
    const last = await findTotalCountedUntil(tx, 'days');
    const from = last
      ? getMondayOfWeek(toUtcCivilDate(last))
      : getMondayOfWeek(addDays(today, -FIRST_DAYS));
    if (!last) await addUpEarlierDays(tx, from, today);
    await addUpToday(tx, today, { now, livemode });
    await addUpWeeks(tx, from);
    await refreshFunnelTotals(tx, { now, livemode });
    if (!last || toUtcCivilDate(last) < today) {
      await addUpReturns(tx, from, getMondayOfWeek(today));
      await refreshFearTotalsBeforeAndAfter(tx, today, now);
      await refreshOutcomeTotals(tx, now);
    }
    await refreshSessionTotals(tx, now);
    // Last: until the end it holds payments that the provider may tell of meanwhile.
    await addUpIncome(tx, livemode);
    await saveRecurringRevenueTotals(tx, today, { now, livemode });
    await saveTotalCountedUntil(tx, 'days', now);
    await saveTotalCountedUntil(tx, 'standing', now);
  });
}

/**
 * Updates what exists now and what was paid, which takes as little however much people did: once the others were counted,
 * and unless it is being done, here or on another server.
 */
export async function refreshPresentStateTotals(
  db: Database,
  { now, livemode }: Moment,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (
      !(await tryToLockTotals(tx, 'standing totals')) ||
      !(await findTotalCountedUntil(tx, 'days'))
    )
      return;
    const today = toUtcCivilDate(now);
    await addUpToday(tx, today, { now, livemode });
    await addUpIncome(tx, livemode);
    await saveRecurringRevenueTotals(tx, today, { now, livemode });
    await saveTotalCountedUntil(tx, 'standing', now);
  });
}

/** Keeps other servers from adding up until the transaction is over; false where one does. */
async function tryToLockTotals(tx: Database, name: 'totals' | 'standing totals'): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`,
  );
  return rows[0]?.taken ?? false;
}

/** Stores rows of (metric, key, day, value, people), replacing existing ones. */
async function upsertTotals(tx: Database, rows: SQL): Promise<void> {
  await tx.execute(sql`
    insert into totals (metric, key, day, value, people) ${rows}
    on conflict (metric, day, key) do update set value = excluded.value, people = excluded.people`);
}

/** What existed at the end of earlier days, as far as it is still known. */
async function addUpEarlierDays(tx: Database, from: string, today: string): Promise<void> {
  const joined = sql`
    select greatest((created_at at time zone 'UTC')::date, ${from}::date) as day,
      count(*) as people, count(*) filter (where onboarding_complete) as onboarded
    from users group by 1`;
  await upsertTotals(
    tx,
    sql`select metric, '', day, sum(added) over (partition by metric order by day), null::integer
      from (${joined}) joined
      cross join lateral (values ('people', people), ('onboarded', onboarded)) one (metric, added)
      where day < ${today}::date`,
  );
  await upsertTotals(
    tx,
    sql`select 'passes', ${PASS_KEY}, day::date, count(distinct user_id), count(distinct user_id)
      from generate_series(${from}::date, ${today}::date - 1, interval '7 days') day
      join passes on starts_at < day + interval '1 day'
        and (ends_at is null or ends_at > day) and (revoked_at is null or revoked_at > day)
      group by 2, 3`,
  );
}

const PASS_KEY = sql`case source when 'grant' then 'granted' else coalesce(plan, 'granted') end`;

/** What exists now: people, passes and coming flights. When the day is over, the last count stays. */
async function addUpToday(tx: Database, today: string, { now, livemode }: Moment): Promise<void> {
  const at = now.toISOString();
  await upsertTotals(
    tx,
    sql`select metric, '', ${today}::date, value, null::integer
      from (select count(*) as people, count(*) filter (where onboarding_complete) as onboarded from users) standing
      cross join lateral (values ('people', people), ('onboarded', onboarded)) one (metric, value)`,
  );
  for (const metric of ['passes', 'flights'])
    await tx.execute(sql`delete from totals where metric = ${metric} and day = ${today}::date`);
  await upsertTotals(
    tx,
    sql`select 'passes', ${PASS_KEY}, ${today}::date, count(distinct user_id), count(distinct user_id)
      from passes
      where starts_at <= ${at}::timestamptz and (ends_at is null or ends_at > ${at}::timestamptz)
        and revoked_at is null and (livemode or source = 'grant' or not ${livemode}::boolean)
      group by 2`,
  );
  await upsertTotals(
    tx,
    sql`select 'flights', ((departs_on - ${today}::date) / 7)::text, ${today}::date,
        count(distinct user_id), count(distinct user_id)
      from flights
      where departs_on >= ${today}::date and departs_on < ${today}::date + ${7 * FLIGHT_WEEKS_AHEAD}::integer
      group by 2`,
  );
}

/** What people did, by week. A session heard on two days counts twice, in two stretches on one day once. */
async function addUpWeeks(tx: Database, from: string): Promise<void> {
  const plays = sql`
    select user_id, content_id, (received_at at time zone 'UTC')::date as day, bool_or(completed) as finished
    from listens where received_at >= ${from}::date::timestamp at time zone 'UTC' group by 1, 2, 3`;
  await upsertTotals(
    tx,
    sql`select metric, '', date_trunc('week', day)::date, count(*), count(distinct user_id)
      from (${plays}) plays
      cross join lateral (values ('played', true), ('finished', finished), ('left', not finished)) one (metric, counts)
      where counts group by 1, 3`,
  );
  await upsertTotals(
    tx,
    sql`select 'rating', rating, date_trunc('week', rated_at at time zone 'UTC')::date, count(*), count(distinct user_id)
      from ratings where rated_at >= ${from}::date::timestamp at time zone 'UTC' group by 2, 3
      union all
      select 'raters', '', date_trunc('week', rated_at at time zone 'UTC')::date, count(distinct user_id), count(distinct user_id)
      from ratings where rated_at >= ${from}::date::timestamp at time zone 'UTC' group by 3`,
  );
}

/** Adds up the revenue of each day again whose payments have changed, and what of it was given back or taken by banks. */
async function addUpIncome(tx: Database, livemode: boolean): Promise<void> {
  const { rows } = await tx.execute<{ day: string }>(
    sql`update income set is_stale = false where is_stale returning day::text`,
  );
  const days = [...new Set(rows.map(({ day }) => day))];
  if (days.length === 0) return;
  // Read after they were marked: a payment that is stored meanwhile stays marked for the next time.
  await upsertTotals(
    tx,
    sql`select metric, currency, day, sum(value), null::integer
      from income cross join lateral (values
        ('revenue', paid_minor - refunded_minor - disputed_minor),
        ('refunded', refunded_minor + disputed_minor)) one (metric, value)
      where livemode = ${livemode}
        and day in (select value::date from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb))
      group by 1, 2, 3`,
  );
}

/** How many of those who joined in a week practised in each finished week since. */
async function addUpReturns(tx: Database, from: string, thisWeek: string): Promise<void> {
  const oldest = addDays(from, -7 * MAX_COHORT_WEEKS);
  const joined = sql`
    select id, date_trunc('week', created_at at time zone 'UTC')::date as cohort from users
    where created_at >= ${oldest}::date::timestamp at time zone 'UTC'
      and created_at < ${thisWeek}::date::timestamp at time zone 'UTC'`;
  await tx.execute(sql`
    insert into totals (metric, key, day, value, people)
    select 'cohort', '', cohort, count(*), count(*) from (${joined}) joined group by 3
    on conflict do nothing`);
  await upsertTotals(
    tx,
    sql`select 'returned', ((week - cohort) / 7)::text, cohort, count(*), count(*)
      from (select distinct user_id, date_trunc('week', day)::date as week from practice_days
        where day >= ${from}::date and day < ${thisWeek}::date) active
      join (${joined}) joined on joined.id = active.user_id
      where week > cohort and week <= cohort + ${7 * MAX_COHORT_WEEKS}::integer
      group by 2, 3`,
  );
}
