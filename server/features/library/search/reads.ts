import { and, asc, eq, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { listByIds, listContents, type Page, type Sort } from '#server/features/library/reads.ts';
import type { Language } from '#shared/contract/fields.ts';
import { contentSearch, searchWords } from './table.ts';

/**
 * One page of the list, or of what a search finds in it. Every term counts; the last may be the
 * beginning of a word, so that it is found while it is being typed. When no session holds them, those
 * that hold the words spelled nearly so; `near` says that this happened, and continues it on the next page.
 */
export async function findContents(
  db: Database,
  userId: string,
  { terms, near, ...page }: Page & { terms: readonly string[]; near: boolean },
) {
  if (terms.length === 0) return { rows: await listContents(db, userId, page), near: false };
  return db.transaction(async (tx) => {
    // Planned for its very words: how many sessions hold them decides whether the words' index or the
    // order's is the faster way. Both are read at random, from memory more often than from a disk.
    await tx.execute(sql`
      select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.1', true)`);
    const show = async (ids: string[]) => listByIds(tx, userId, page, ids);
    const exact = near ? [] : await search(tx, await queryOf(tx, terms, page.language), page);
    if (exact.length > 0 || (!near && page.after !== null))
      return { rows: await show(exact), near: false };
    const meant = await findMeant(tx, terms, page.language);
    return { rows: meant ? await show(await search(tx, meant, page)) : [], near: true };
  });
}

/** Written into the statement: a configuration that comes as a value would make every row parse the query again. */
const CONFIG = { en: sql`'english'::regconfig`, fr: sql`'french'::regconfig` };

/** Up to so many words are looked for one by one, which an index does far faster than a beginning. */
const MOST_BEGUN = 64;

/** The terms as a query: whole words by their stem, the last also by the words of the library that it begins. */
async function queryOf(db: Database, terms: readonly string[], language: Language): Promise<SQL> {
  const last = terms.at(-1) ?? '';
  const begun = await db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(and(eq(searchWords.language, language), like(searchWords.word, `${last}%`)))
    .orderBy(searchWords.word)
    .limit(MOST_BEGUN + 1);
  const words = begun.map(({ word }) => word);
  const beginning = words.length > MOST_BEGUN ? `${last}:*` : [last, ...words].join(' | ');
  const config = CONFIG[language];
  return sql`(plainto_tsquery(${config}, ${terms.slice(0, -1).join(' ')})
    && (plainto_tsquery(${config}, ${last}) || to_tsquery('simple', ${beginning})))`;
}

/** How near spelling must be, 0 to 1: one wrong letter in a word of seven passes. */
const NEAR = 0.35;
/** A word much further off than the nearest one was not meant. */
const NEARLY_AS_NEAR = 0.8;
const MOST_MEANT = 4;

/** The words of the library that were meant, as a query; null when a term is near to none. */
async function findMeant(db: Database, terms: readonly string[], language: Language) {
  const rows = await db.execute<{ term: string; word: string; nearness: number }>(sql`
    select term, word, nearness
    from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) term
    cross join lateral (
      select word, similarity(word, term) as nearness from search_words
      where language = ${language} and word % term
      order by nearness desc, word limit ${MOST_MEANT}
    ) known
    where nearness >= ${NEAR}`);
  const meant = terms.map((term) => {
    const known = rows.filter((row) => row.term === term);
    const nearest = Math.max(...known.map(({ nearness }) => nearness));
    return known.filter(({ nearness }) => nearness >= nearest * NEARLY_AS_NEAR);
  });
  if (meant.some((words) => words.length === 0)) return null;
  const query = meant.map((words) => `(${words.map(({ word }) => word).join(' | ')})`).join(' & ');
  return sql`to_tsquery('simple', ${query})`;
}

/** The ids of a page of the sessions that a query finds, in the order of the list; one more than `limit`. */
async function search(db: Database, query: SQL, page: Page): Promise<string[]> {
  const { language, category, sort, limit, after } = page;
  const rows = await db
    .select({ id: contentSearch.contentId })
    .from(contentSearch)
    .where(
      and(
        eq(contentSearch.language, sql`${language}::text`),
        category && eq(contentSearch.category, category),
        after ? afterPlace(sort, after) : undefined,
        sql`${contentSearch.words} @@ ${query}`,
      ),
    )
    .orderBy(
      ...(sort === 'newest'
        ? [sql`${contentSearch.publishedAt} desc`, sql`${contentSearch.contentId} desc`]
        : [asc(contentSearch.durationMs), asc(contentSearch.contentId)]),
    )
    .limit(limit + 1);
  return rows.map(({ id }) => id);
}

function afterPlace(sort: Sort, { key, id }: { key: string; id: string }) {
  return sort === 'newest'
    ? sql`(${contentSearch.publishedAt}, ${contentSearch.contentId}) < (${key}::timestamptz, ${id}::uuid)`
    : sql`(${contentSearch.durationMs}, ${contentSearch.contentId}) > (${key}::integer, ${id}::uuid)`;
}
