import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contentTexts } from '#server/features/contents/table.ts';
import { supportQuestions } from '#server/features/support/table.ts';
import { listAnnouncedStays } from '#shared/rules/announced-stays.ts';
import { SMALLEST_SHOWN_GROUP } from '#shared/rules/small-groups.ts';
import { findTotalCountedUntil } from '../marks/reads.ts';
import { getEndOfCountedDays } from '../marks/policy.ts';
import { saveTotalCountedUntil } from '../marks/writes.ts';

const MARK = 'sessions';
/** How many sessions are added up by one statement. */
const BATCH = 200;

/** From when (null: from the beginning) to when, excluded, people did what may have changed a session's figures. */
interface CountedSpan {
  since: Date | null;
  until: Date;
}

/**
 * Adds what people did to the figures of each session, by the language of their account, once a day has ended. Plays and
 * ratings are added in groups, each closed once five people or more are in it, so that no two readings differ by what
 * fewer did. A play is what a listener heard of a session on a day: where it stopped is known when the day is over.
 */
export async function refreshSessionTotals(tx: Database, now: Date): Promise<void> {
  const span = { since: await findTotalCountedUntil(tx, MARK), until: getEndOfCountedDays(now) };
  await tx.execute(sql`
    insert into session_totals (content_id, language)
    select content_id, language from content_texts
    on conflict do nothing`);
  await saveQuestionCounts(tx);
  if (span.since && span.since >= span.until) return;
  for (const ids of await listChangedBatches(tx, 'listens', 'received_at', span))
    await addPlays(tx, ids, span.until);
  for (const ids of await listChangedBatches(tx, 'ratings', 'rated_at', span))
    await saveRatingCounts(tx, ids, span.until);
  await saveTotalCountedUntil(tx, MARK, span.until);
}

/** Lists the sessions with rows of a span of time, in batches. */
async function listChangedBatches(
  tx: Database,
  table: 'listens' | 'ratings',
  column: 'received_at' | 'rated_at',
  { since, until }: CountedSpan,
): Promise<string[][]> {
  const at = sql.identifier(column);
  const isSince = since ? sql`${at} >= ${since.toISOString()}::timestamptz and` : sql``;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct content_id as id from ${sql.identifier(table)}
    where ${isSince} ${at} < ${until.toISOString()}::timestamptz order by 1`);
  const ids = rows.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, batch) =>
    ids.slice(batch * BATCH, (batch + 1) * BATCH),
  );
}

/** Lists how long sessions are in each language, and when each stay in a feared scene ends, in milliseconds. */
async function listStayEnds(tx: Database, ids: readonly string[]) {
  const texts = await tx
    .select({
      contentId: contentTexts.contentId,
      language: contentTexts.language,
      durationMs: contentTexts.durationMs,
      cues: contentTexts.cues,
    })
    .from(contentTexts)
    .where(inArray(contentTexts.contentId, [...ids]))
    .limit(2 * BATCH);
  return texts.map(({ contentId, language, durationMs, cues }) => ({
    content_id: contentId,
    language,
    duration_ms: durationMs,
    stays: listAnnouncedStays(cues).map(({ index, ms }) => (cues[index]?.at ?? 0) + ms),
  }));
}

const TENTHS = Array.from({ length: 10 }, (_, tenth) => tenth);

/** Adds the plays of sessions since each was last added up, where five people or more are in them. */
async function addPlays(tx: Database, ids: readonly string[], until: Date): Promise<void> {
  const end = sql`${until.toISOString()}::timestamptz`;
  const texts = sql`jsonb_to_recordset(${JSON.stringify(await listStayEnds(tx, ids))}::jsonb)
    as texts (content_id uuid, language text, duration_ms integer, stays integer[])`;
  const plays = sql`
    select texts.content_id, texts.language, texts.duration_ms, texts.stays, l.user_id,
      bool_or(l.completed) as finished, max(l.position_ms) as reached
    from ${texts}
    join session_totals t on t.content_id = texts.content_id and t.language = texts.language
    join listens l on l.content_id = t.content_id and l.received_at >= coalesce(t.played_until, '-infinity')
      and l.received_at < ${end}
    join users u on u.id = l.user_id and u.preferred_language = t.language
    group by 1, 2, 3, 4, 5, (l.received_at at time zone 'UTC')::date`;
  const stops = TENTHS.map(
    (tenth) => sql`count(*) filter (where not finished
      and least(reached::bigint * 10 / duration_ms, 9) = ${tenth}::integer)`,
  );
  await closeGroups(tx, {
    groups: sql`select content_id, language, count(distinct user_id) as people, count(*) as plays,
        count(*) filter (where finished) as finished, array[${sql.join(stops, sql`, `)}]::integer[] as stops,
        sum((select count(*) from unnest(stays) stay where stay <= reached)) as stays_done,
        sum(cardinality(stays)) as stays
      from (${plays}) plays group by 1, 2`,
    isOpen: sql`played_until is null`,
    close: sql`plays = coalesce(t.plays, 0) + one.plays, finished = coalesce(t.finished, 0) + one.finished,
      stops = (select array_agg(coalesce(former, 0) + added order by tenth)
        from unnest(t.stops, one.stops) with ordinality both_of (former, added, tenth)),
      stays_done = coalesce(t.stays_done, 0) + one.stays_done, stays = coalesce(t.stays, 0) + one.stays,
      played_until = ${end}`,
    hide: sql`plays = null, finished = null, stops = null, stays_done = null, stays = null`,
  });
}

/** Counts the ratings of sessions anew that five people or more rated since they were last counted: all of them or none. */
async function saveRatingCounts(tx: Database, ids: readonly string[], until: Date): Promise<void> {
  const end = sql`${until.toISOString()}::timestamptz`;
  const count = (rating: string) => sql`count(*) filter (where rating = ${rating})`;
  await closeGroups(tx, {
    groups: sql`select t.content_id, t.language,
        count(*) filter (where r.rated_at >= coalesce(t.rated_until, '-infinity')) as people,
        ${count('very_helpful')} as very_helpful, ${count('somewhat_helpful')} as somewhat_helpful,
        ${count('not_helpful')} as not_helpful
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) id
      join session_totals t on t.content_id = id::uuid
      join ratings r on r.content_id = t.content_id and r.rated_at < ${end}
      join users u on u.id = r.user_id and u.preferred_language = t.language
      group by 1, 2`,
    isOpen: sql`rated_until is null`,
    close: sql`very_helpful = one.very_helpful, somewhat_helpful = one.somewhat_helpful,
      not_helpful = one.not_helpful, rated_until = ${end}`,
    hide: sql`very_helpful = null, somewhat_helpful = null, not_helpful = null`,
  });
}

/**
 * Closes groups of five people or more; of fewer it only tells that there are some, where none was closed before
 * (`isOpen`).
 */
async function closeGroups(
  tx: Database,
  { groups, isOpen, close, hide }: Record<'groups' | 'isOpen' | 'close' | 'hide', SQL>,
): Promise<void> {
  const isThis = sql`t.content_id = one.content_id and t.language = one.language`;
  await tx.execute(sql`
    with one as materialized (${groups}),
    few as (update session_totals t set ${hide} from one
      where ${isThis} and one.people between 1 and ${SMALLEST_SHOWN_GROUP - 1} and t.${isOpen})
    update session_totals t set ${close} from one where ${isThis} and one.people >= ${SMALLEST_SHOWN_GROUP}`);
}

/** Counts the private questions about each session: each admin sees them, so they are only hidden while few people asked. */
async function saveQuestionCounts(tx: Database): Promise<void> {
  const asked = sql`
    select content_id, u.preferred_language as language,
      case when count(distinct u.id) >= ${SMALLEST_SHOWN_GROUP} then count(*) end as questions
    from ${supportQuestions} q join users u on u.id = q.user_id
    where content_id is not null group by 1, 2`;
  const isThis = sql`one.content_id = t.content_id and one.language = t.language`;
  await tx.execute(sql`
    with one as materialized (${asked}),
    none as (update session_totals t set questions = 0
      where questions is distinct from 0 and not exists (select from one where ${isThis}))
    update session_totals t set questions = one.questions from one
    where ${isThis} and t.questions is distinct from one.questions`);
}
