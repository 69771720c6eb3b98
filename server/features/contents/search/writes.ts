import { gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { SEARCH_WORDS_BY_SESSION } from '#shared/rules/session-search-words.ts';
import { SEARCH_SYNONYMS } from '#shared/rules/search-vocabulary.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import { SEARCH_INDEX_VERSION } from './policy.ts';
import {
  TEXT_SEARCH_CONFIG,
  contentHeadlineSearchIndex,
  contentSearchIndex,
  searchWords,
  MIN_SEARCH_WORD_LENGTH,
} from './table.ts';

const MAX_WORD_LENGTH = 40;

/**
 * Returns SQL of the words of a text, in lower case without accents; compounds also as one word, because people type
 * `takeoff` for `take-off`.
 */
function buildWords(text: SQL): SQL {
  return sql`(
    select concat_ws(' ', folded, (
      select string_agg(replace(compound[1], '-', ''), ' ')
      from regexp_matches(folded, '[[:alpha:]]+(?:-[[:alpha:]]+)+', 'g') compound))
    from lower(unaccent(${text})) folded)`;
}

/** Returns SQL that selects the sessions among `ids` that are published, with their words in one language by place. */
function buildTexts(ids: SQL, language: Language): SQL {
  const { areas, tags } = SEARCH_SYNONYMS[language];
  const areaWords = sql`${JSON.stringify(areas)}::jsonb`;
  const tagWords = sql`${JSON.stringify(tags)}::jsonb`;
  const askedWords = sql`${JSON.stringify(SEARCH_WORDS_BY_SESSION[language])}::jsonb`;
  return sql`
    select c.id, c.category, c.published_at, t.duration_ms,
      ${buildWords(sql`t.title`)} as title,
      ${buildWords(sql`concat_ws(' ', array_to_string(t.tags, ' '), ${askedWords} ->> c.slug, ${areaWords} ->> c.areas[1],
        (select string_agg(${tagWords} ->> lower(tag), ' ') from unnest(t.tags) tag))`)} as topic,
      ${buildWords(sql`concat_ws(' ', t.summary,
        (select string_agg(${areaWords} ->> area, ' ') from unnest(c.areas[2:]) area))`)} as head,
      ${buildWords(sql`concat_ws(' ', a.name, (
        select string_agg(cue ->> 'text', ' ') from jsonb_array_elements(t.cues) cue
        where cue ->> 'type' = 'say'))`)} as script
    from contents c
    join content_texts t on t.content_id = c.id and t.language = ${language}
    left join author_texts a on a.author_id = c.author_id and a.language = t.language
    where c.id in ${ids} and c.withdrawn_at is null`;
}

/**
 * Updates the search index of these sessions: their words and orders, nothing for unpublished ones. Call it in the
 * transaction that changes them.
 */
export async function indexSessionsForSearch(db: Database, contentIds: string[]): Promise<void> {
  if (contentIds.length === 0) return;
  const ids = sql`(select jsonb_array_elements_text(${JSON.stringify(contentIds)}::jsonb)::uuid)`;
  for (const language of LANGUAGES) {
    const table = contentSearchIndex[language];
    const heads = contentHeadlineSearchIndex[language];
    const texts = buildTexts(ids, language);
    const config = TEXT_SEARCH_CONFIG[language];
    const toWords = (words: SQL) =>
      sql`strip(to_tsvector('simple', ${words}) || to_tsvector(${config}, ${words}))`;
    for (const written of [table, heads])
      await db.delete(written).where(inArray(written.contentId, contentIds));
    await db.execute(sql`
      insert into ${table} (content_id, category, published_at, duration_ms, words)
      select id, category, published_at, duration_ms,
        ${toWords(sql`concat_ws(' ', title, topic, head, script)`)}
      from (${texts}) texts`);
    await db.execute(sql`
      insert into ${heads} (content_id, category, published_at, title_words, topic_words, head_words, version)
      select id, category, published_at, ${toWords(sql`title`)},
        ${toWords(sql`concat_ws(' ', title, topic)`)},
        ${toWords(sql`concat_ws(' ', title, topic, head)`)}, ${SEARCH_INDEX_VERSION}
      from (${texts}) texts`);
    await db.execute(sql`
      insert into ${searchWords} (language, word)
      select distinct ${language}::text, word
      from (${texts}) texts,
        regexp_split_to_table(concat_ws(' ', title, topic, head, script), '[^[:alnum:]]+') word
      where length(word) between ${MIN_SEARCH_WORD_LENGTH} and ${MAX_WORD_LENGTH}
      order by word
      on conflict do nothing`);
  }
}

const BATCH = 500;

/**
 * Updates the search index of every session that was indexed with another SEARCH_INDEX_VERSION. Several servers may call it at
 * once: each updates different sessions.
 */
export async function reindexOutdatedSessions(db: Database): Promise<void> {
  for (const language of LANGUAGES) {
    const table = contentHeadlineSearchIndex[language];
    let outdated: { id: string }[];
    do {
      outdated = await db.transaction(async (tx) => {
        const rows = await tx
          .select({ id: table.contentId })
          .from(table)
          .where(
            or(lt(table.version, SEARCH_INDEX_VERSION), gt(table.version, SEARCH_INDEX_VERSION)),
          )
          .limit(BATCH)
          .for('update', { skipLocked: true });
        await indexSessionsForSearch(
          tx,
          rows.map(({ id }) => id),
        );
        return rows;
      });
    } while (outdated.length > 0);
  }
}
