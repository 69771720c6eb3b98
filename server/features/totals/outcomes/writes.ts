import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { SMALLEST_SHOWN_GROUP } from '#shared/rules/small-groups.ts';
import { toUtcCivilDate } from '#shared/rules/week.ts';
import { getEndOfCountedDays } from '../marks/policy.ts';
import { findTotalCountedUntil } from '../marks/reads.ts';
import { saveTotalCountedUntil } from '../marks/writes.ts';

/**
 * How the fear of people with two assessments changed. They are added in groups, each closed once it is large enough, so
 * that no two readings differ by the answers of one person; by whole days, as the outcomes are, which would otherwise
 * differ by the answers since midnight.
 */
export async function refreshFearTotalsBeforeAndAfter(
  tx: Database,
  today: string,
  now: Date,
): Promise<void> {
  const since = (await findTotalCountedUntil(tx, 'fear'))?.toISOString() ?? '-infinity';
  const until = getEndOfCountedDays(now);
  const pairs = sql`
    select second.user_id, first.answers as before, second.answers as after
    from (select *, row_number() over (partition by user_id order by completed_at, id) as n from ${COUNTED}) second
    join (select *, row_number() over (partition by user_id order by completed_at, id) as n from ${COUNTED}) first
      on first.user_id = second.user_id and first.n = 1
    where second.n = 2 and second.completed_at >= ${since}::timestamptz
      and second.completed_at < ${until.toISOString()}::timestamptz`;
  const {
    rows: [group],
  } = await tx.execute<{ people: number }>(
    sql`select count(*)::integer as people from (${pairs}) pairs`,
  );
  if ((group?.people ?? 0) < SMALLEST_SHOWN_GROUP) return;
  await tx.execute(sql`
    insert into totals (metric, key, day, value, people)
    select metric, key, ${today}::date, sum(value), count(*)
    from (${pairs}) pairs
    cross join lateral (
      select 'fear_before' as metric, key, value::integer from jsonb_each_text(before)
      union all select 'fear_after', key, value::integer from jsonb_each_text(after)) answer
    group by 1, 2
    having count(*) >= ${SMALLEST_SHOWN_GROUP}
    on conflict (metric, day, key) do update
      set value = totals.value + excluded.value, people = totals.people + excluded.people`);
  await saveTotalCountedUntil(tx, 'fear', until);
}

/** Assessments of people who agreed to having them added up. */
const COUNTED = sql`(select a.* from assessments a
  join health_consents c on c.user_id = a.user_id and c.version = ${HEALTH_CONSENT_VERSION}) as counted`;

/**
 * The people who measured their fear (`began_at`), and again: the first two assessments. Later ones do not count, so
 * that a closed group stays as it is.
 */
const MEASURED = sql`
  select user_id, (array_agg(completed_at order by completed_at, id))[1] as began_at,
    (array_agg(completed_at order by completed_at, id))[2] as again_at,
    (array_agg(answers order by completed_at, id))[1] as before,
    (array_agg(answers order by completed_at, id))[2] as after
  from ${COUNTED} group by 1`;

/** Which programs they practised after the first time and before the second, by a lesson gone through. */
const PRACTISED = sql`
  select m.user_id, e.program_id, min(e.received_at) as at
  from measured m join program_events e on e.user_id = m.user_id and e.type = 'lesson_completed'
    and e.at >= m.began_at and (m.again_at is null or e.at <= m.again_at)
  group by 1, 2`;

/**
 * Adds up what two measurements of people's fear tell, of all and by program: how many began, how many measured
 * themselves again, and by how much that differs. Each is added in groups that are closed once five people or more are
 * in them, and never again: a deleted account changes nothing.
 */
export async function refreshOutcomeTotals(tx: Database, now: Date): Promise<void> {
  await closeOutcomeGroups(tx, now, {
    kind: 'began',
    members: sql`select 'all' as key, user_id, began_at as at from measured
      union all select 'program:' || program_id, user_id, at from practised`,
    figures: sql`select key, 'outcome_began' as metric, key as of, 1::bigint as value from closed`,
  });
  await closeOutcomeGroups(tx, now, {
    kind: 'again',
    members: sql`select 'all' as key, user_id, again_at as at, before, after from measured
        where again_at is not null
      union all select 'program:' || p.program_id, user_id, greatest(m.again_at, p.at), before, after
        from measured m join practised p using (user_id) where again_at is not null`,
    // Hundredths of a point; the whole is the mean of all areas.
    figures: sql`select key, metric, of, round(value)::bigint as value
      from closed
      cross join lateral (
        select closed.key as of, 100 * avg(b.value::integer) as b, 100 * avg(a.value::integer) as a
          from jsonb_each_text(before) b join jsonb_each_text(after) a using (key)
        union all select 'area:' || b.key, 100 * b.value::integer, 100 * a.value::integer
          from jsonb_each_text(before) b join jsonb_each_text(after) a using (key)
          where closed.key = 'all') answer
      cross join lateral (values ('outcome_before', b), ('outcome_change', a - b),
        ('outcome_square', round(a - b) ^ 2)) one (metric, value)`,
  });
}

/** Adds the figures of the members since each group was last closed, where they are five or more. */
async function closeOutcomeGroups(
  tx: Database,
  now: Date,
  { kind, members, figures }: { kind: 'began' | 'again'; members: SQL; figures: SQL },
): Promise<void> {
  const until = sql`${getEndOfCountedDays(now).toISOString()}::timestamptz`;
  const mark = sql`${`outcome ${kind} `} || members.key`;
  await tx.execute(sql`
    with measured as materialized (${MEASURED}),
    practised as materialized (${PRACTISED}),
    fresh as (select members.* from (${members}) members left join total_marks on name = ${mark}
      where members.at >= coalesce(until, '-infinity') and members.at < ${until}),
    closed as materialized (select * from fresh where key in (
      select key from fresh group by key having count(*) >= ${SMALLEST_SHOWN_GROUP})),
    marked as (insert into total_marks (name, until)
      select distinct ${`outcome ${kind} `} || key, ${until} from closed
      on conflict (name) do update set until = excluded.until)
    insert into totals (metric, key, day, value, people)
    select metric, of, ${toUtcCivilDate(now)}::date, sum(value), count(*) from (${figures}) figures
    group by 1, 2 having count(*) >= ${SMALLEST_SHOWN_GROUP}
    on conflict (metric, day, key) do update
      set value = totals.value + excluded.value, people = totals.people + excluded.people`);
}
