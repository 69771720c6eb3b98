import { inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { contentSearch, searchWords } from './table.ts';

const SHORTEST_WORD = 3;
const LONGEST_WORD = 40;

/**
 * Brings what a search finds of these sessions up to date: their words and orders while they are on
 * show, nothing once withdrawn. Belongs in the transaction that changes them.
 */
export async function indexForSearch(db: Database, contentIds: string[]): Promise<void> {
  if (contentIds.length === 0) return;
  await db.delete(contentSearch).where(inArray(contentSearch.contentId, contentIds));
  const ids = sql`(select jsonb_array_elements_text(${JSON.stringify(contentIds)}::jsonb)::uuid)`;
  const texts = sql`
    select c.id, t.language, c.category, c.published_at, t.duration_ms,
      lower(unaccent(concat_ws(' ', t.title, t.summary, array_to_string(t.tags, ' '), a.name, said.words))) as words
    from contents c
    join content_texts t on t.content_id = c.id
    left join author_texts a on a.author_id = c.author_id and a.language = t.language
    cross join lateral (
      select string_agg(cue ->> 'text', ' ') as words from jsonb_array_elements(t.cues) cue
      where cue ->> 'type' = 'say'
    ) said
    where c.id in ${ids} and c.withdrawn_at is null`;
  await db.execute(sql`
    insert into ${contentSearch} (content_id, language, category, published_at, duration_ms, words)
    select id, language, category, published_at, duration_ms,
      strip(to_tsvector('simple', words) || to_tsvector(case language when 'fr' then 'french' else 'english' end::regconfig, words))
    from (${texts}) texts`);
  await db.execute(sql`
    insert into ${searchWords} (language, word)
    select distinct language, word
    from (${texts}) texts, regexp_split_to_table(words, '[^[:alnum:]]+') word
    where length(word) between ${SHORTEST_WORD} and ${LONGEST_WORD}
    order by language, word
    on conflict do nothing`);
}
