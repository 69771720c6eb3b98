import { inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { TEXT_SEARCH_CONFIG, contentSearch, searchWords, MIN_WORD_LENGTH } from './table.ts';

const MAX_WORD_LENGTH = 40;

/**
 * Brings what a search finds of these sessions up to date: their words and orders while they are on
 * show, nothing once withdrawn. Belongs in the transaction that changes them.
 */
export async function indexForSearch(db: Database, contentIds: string[]): Promise<void> {
  if (contentIds.length === 0) return;
  const ids = sql`(select jsonb_array_elements_text(${JSON.stringify(contentIds)}::jsonb)::uuid)`;
  for (const language of LANGUAGES) {
    const table = contentSearch[language];
    const texts = sql`
      select c.id, c.category, c.published_at, t.duration_ms,
        lower(unaccent(concat_ws(' ', t.title, t.summary, array_to_string(t.tags, ' '), a.name, said.words))) as words
      from contents c
      join content_texts t on t.content_id = c.id and t.language = ${language}
      left join author_texts a on a.author_id = c.author_id and a.language = t.language
      cross join lateral (
        select string_agg(cue ->> 'text', ' ') as words from jsonb_array_elements(t.cues) cue
        where cue ->> 'type' = 'say'
      ) said
      where c.id in ${ids} and c.withdrawn_at is null`;
    await db.delete(table).where(inArray(table.contentId, contentIds));
    await db.execute(sql`
      insert into ${table} (content_id, category, published_at, duration_ms, words)
      select id, category, published_at, duration_ms,
        strip(to_tsvector('simple', words) || to_tsvector(${TEXT_SEARCH_CONFIG[language]}, words))
      from (${texts}) texts`);
    await db.execute(sql`
      insert into ${searchWords} (language, word)
      select distinct ${language}::text, word
      from (${texts}) texts, regexp_split_to_table(words, '[^[:alnum:]]+') word
      where length(word) between ${MIN_WORD_LENGTH} and ${MAX_WORD_LENGTH}
      order by word
      on conflict do nothing`);
  }
}
