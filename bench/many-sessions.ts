import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenDatabase } from '#server/db/connect.ts';
import { indexSessionsForSearch } from '#server/features/contents/search/writes.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';

// Sessions by the hundred thousand, in the words of the starter library, so that some words are in
// nearly every session and most are in few. Written straight to the tables, in large statements.

const LIBRARY = path.join(import.meta.dirname, '../content/sessions');
const CATEGORIES = ['meditation', 'technical', 'podcast'] as const;
const BATCH = 1000;
const SAID_WORDS = 80;

async function readWords(language: string): Promise<string[]> {
  const slugs = await readdir(LIBRARY);
  const texts = await Promise.all(
    slugs.map((slug) => readFile(path.join(LIBRARY, slug, `${language}.txt`), 'utf8')),
  );
  return texts.flatMap(
    (text) =>
      text
        .split('---')
        .at(-1)
        ?.match(/\p{L}{2,}/gu) ?? [],
  );
}

/** Fills an empty library with `count` sessions, one a minute back from now; no two of them alike. */
export async function makeSessions({ db, query }: OpenDatabase, count: number): Promise<void> {
  const words = { en: await readWords('en'), fr: await readWords('fr') };
  const random = createSeededRandom('many sessions');
  const pickWords = (language: 'en' | 'fr', length: number) =>
    Array.from(
      { length },
      () => words[language][Math.floor(random() * words[language].length)] ?? '',
    ).join(' ');
  const authorId = randomUUID();
  await query(`insert into authors (id, slug) values ($1, 'bench')`, [authorId]);
  for (const language of LANGUAGES)
    await query(
      `insert into author_texts (author_id, language, name, about) values ($1, $2, 'Bench', 'Made to measure.')`,
      [authorId, language],
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
      LANGUAGES.map((language) => ({
        id,
        language,
        title: pickWords(language, 4),
        summary: pickWords(language, 16),
        tags: [pickWords(language, 1), pickWords(language, 2)],
        cues: [
          {
            type: 'say',
            at: 0,
            duration: 4000,
            text: pickWords(language, SAID_WORDS),
            paragraph: 0,
          },
        ],
        duration: 120_000 + Math.floor(random() * 1_200_000),
      })),
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
    await indexSessionsForSearch(
      db,
      sessions.map(({ id }) => id),
    );
  }
  await query('vacuum analyze');
}

/** Adds people who each went on with `each` sessions: `people × each` rows of progress. */
export async function makeProgress(
  { query }: OpenDatabase,
  people: number,
  each: number,
): Promise<void> {
  await makePeople({ query }, people);
  await query(
    `
    insert into progress (user_id, content_id, position_ms, listened_ms, last_listened_at, completed_at)
    select u.id, c.id, 60000, 60000, now(), case when c.rank % 2 = 0 then now() end
    from (select id, row_number() over () as n from users where provider = 'bench') u
    join (select id, row_number() over (order by slug) as rank, count(*) over () as total from contents) c
      on (c.rank + u.n * 7919) % c.total < $1`,
    [each],
  );
  await query('vacuum analyze');
}

/** Adds people with no more than a profile. */
export async function makePeople(
  { query }: Pick<OpenDatabase, 'query'>,
  people: number,
): Promise<void> {
  await query(
    `
    insert into users (id, provider, subject, email, name, sign_up_method, preferred_language)
    select gen_random_uuid(), 'bench', n::text, n || '@example.org', 'Bench', 'email', 'en'
    from generate_series(1, $1::integer) n`,
    [people],
  );
}
