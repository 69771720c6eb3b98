import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenDatabase } from '#server/db/connect.ts';
import { indexSessionsForSearch } from '#server/features/contents/search/writes.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';

// Rows by the million, written straight to the tables in large statements.

const LIBRARY = path.join(import.meta.dirname, '../content/sessions');
const CATEGORIES = ['meditation', 'technical', 'podcast'] as const;
const BATCH = 1000;
const SAID_WORDS = 80;

/** Reads the words of the starter library, so that some are in nearly every session made of them and most in few. */
async function readWords(language: string): Promise<string[]> {
  const slugs = await readdir(LIBRARY);
  const texts = await Promise.all(
    slugs.map((slug) => readFile(path.join(LIBRARY, slug, `${language}.txt`), 'utf8')),
  );
  return texts.flatMap((text) => text.slice(text.lastIndexOf('---')).match(/\p{L}{2,}/gu) ?? []);
}

/** Fills an empty library with `count` sessions, one a minute back from now; no two of them alike. */
export async function insertSessions({ db, query }: OpenDatabase, count: number): Promise<void> {
  const words = { en: await readWords('en'), fr: await readWords('fr') };
  const random = createSeededRandom('many sessions');
  const pick = (language: 'en' | 'fr', length: number) =>
    Array.from(
      { length },
      () => words[language][Math.floor(random() * words[language].length)] ?? '',
    ).join(' ');
  const authorId = randomUUID();
  await query(`insert into authors (id, slug) values ($1, 'bench')`, [authorId]);
  await query(
    `insert into author_texts (author_id, language, name, about)
    select $1, unnest(array['en', 'fr']), 'Bench', 'Made to measure.'`,
    [authorId],
  );
  for (let from = 0; from < count; from += BATCH) {
    const sessions = Array.from({ length: Math.min(BATCH, count - from) }, (_, step) => {
      const index = from + step;
      return {
        id: randomUUID(),
        slug: `bench-${index}`,
        kind: index % 2 === 0 ? 'load' : 'flow',
        category: CATEGORIES[index % 3],
        area: FEAR_AREAS[index % FEAR_AREAS.length]?.key,
        minutes: index,
      };
    });
    const texts = sessions.flatMap(({ id }) =>
      LANGUAGES.map((language) => {
        const text = pick(language, SAID_WORDS);
        return {
          id,
          language,
          title: pick(language, 4),
          summary: pick(language, 16),
          tags: [pick(language, 1), pick(language, 2)],
          cues: [{ type: 'say', at: 0, duration: 4000, text, paragraph: 0 }],
          duration: 120_000 + Math.floor(random() * 1_200_000),
        };
      }),
    );
    await query(
      `
      insert into contents (id, slug, kind, category, areas, author_id, origin, published_at)
      select id, slug, kind, category, array[area], $1, 'starter', now() - minutes * interval '1 minute'
      from jsonb_to_recordset($2::text::jsonb) as s(id uuid, slug text, kind text, category text, area text, minutes integer)`,
      [authorId, JSON.stringify(sessions)],
    );
    await query(
      `
      insert into content_texts (content_id, language, title, summary, tags, sources, cues, duration_ms)
      select id, language, title, summary, array(select jsonb_array_elements_text(tags)), '{}', cues, duration
      from jsonb_to_recordset($1::text::jsonb) as t(id uuid, language text, title text, summary text, tags jsonb, cues jsonb, duration integer)`,
      [JSON.stringify(texts)],
    );
    const ids = sessions.map(({ id }) => id);
    await indexSessionsForSearch(db, ids);
  }
}

type Query = Pick<OpenDatabase, 'query'>;

/** Adds people with no more than a profile, who joined within the last year. */
export async function insertPeople({ query }: Query, people: number): Promise<void> {
  await query(
    `
    insert into users (id, provider, subject, email, name, sign_up_method, preferred_language, created_at, onboarding_complete)
    select gen_random_uuid(), 'bench', n::text, n || '@example.net', 'Bench', 'email', 'en',
      now() - n % 360 * interval '1 day', true
    from generate_series(1, $1::integer) n`,
    [people],
  );
}

/** Gives each of these people `each` rows of progress. */
export async function insertProgressRows({ query }: Query, each: number): Promise<void> {
  await query(
    `
    insert into progress (user_id, content_id, position_ms, listened_ms, last_listened_at, completed_at)
    select u.id, c.id, 60000, 60000, now(), case when c.rank % 2 = 0 then now() end
    from (select id, row_number() over () as n from users where provider = 'bench') u
    join (select id, row_number() over (order by slug) as rank, count(*) over () as total from contents) c
      on (c.rank + u.n * 7919) % c.total < $1`,
    [each],
  );
}

/** Gives people, chosen by a condition, `each` listens in the last `days` days, and what is derived from them. */
export async function insertListensAndProgress(
  { query }: Query,
  { where, each, days = 360 }: { where: string; each: number; days?: number },
): Promise<void> {
  await query(
    `
    insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone, received_at)
    select u.id, gen_random_uuid(), c.ids[1 + n % cardinality(c.ids)], at - interval '5 minutes', at, 300000, 300000, n % 3 > 0, 'Europe/Paris', at
    from (select array_agg(id) as ids from contents) c
    cross join (select id, row_number() over () as r, count(*) over () as total from users where ${where}) u
    cross join generate_series(1, $1::integer) n
    cross join lateral (select now() - (n - u.r::float / u.total) * ($2::integer * interval '1 day' / $1::integer) as at) past
    order by at`,
    [each, days],
  );
  await query(`
    insert into progress (user_id, content_id, position_ms, listened_ms, last_listened_at, completed_at, last_completed_at, listens, completions)
    select user_id, content_id, 300000, sum(listened_ms), max(ended_at), min(ended_at), max(ended_at), count(*), count(*)
    from listens group by user_id, content_id on conflict do nothing`);
  await query(`
    insert into practice_days (user_id, day, time_zone, first_at, last_at)
    select user_id, (ended_at at time zone time_zone)::date as day, time_zone, min(ended_at), max(ended_at)
    from listens group by user_id, day, time_zone on conflict do nothing`);
}
