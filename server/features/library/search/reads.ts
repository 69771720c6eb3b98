import { and, asc, desc, eq, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  listSessionsByIds,
  listContents,
  type Page,
  type Sort,
} from '#server/features/library/reads.ts';
import type { Language } from '#shared/contract/fields.ts';
import {
  TEXT_SEARCH_CONFIG,
  contentSearch,
  type SearchTable,
  searchWords,
  MIN_WORD_LENGTH,
} from '#server/features/contents/search/table.ts';

/**
 * One page of the list, or of its search results. All terms must match; the last also matches as a prefix, for
 * search while typing. If nothing matches, returns fuzzy matches with `near: true`; pass `near` to continue
 * with them.
 */
export async function findContents(
  db: Database,
  userId: string,
  { terms, near, ...page }: Page & { terms: readonly string[]; near: boolean },
) {
  if (terms.length === 0) return { rows: await listContents(db, userId, page), near: false };
  return db.transaction(async (tx) => {
    // Planned for its very words: how many sessions hold them decides whether the words' index or the
    // order's is the faster way.
    await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
    const show = async (ids: string[]) => listSessionsByIds(tx, userId, page, ids);
    const exact = near
      ? []
      : await searchIds(tx, await buildSearchQuery(tx, terms, page.language), page);
    if (exact.length > 0 || (!near && page.after !== null))
      return { rows: await show(exact), near: false };
    const meant = await buildFuzzyQuery(tx, terms, page.language);
    return { rows: meant ? await show(await searchIds(tx, meant, page)) : [], near: true };
  });
}

/**
 * Maximum number of words a prefix is expanded to; looking them up one by one is much faster than a prefix
 * query.
 */
const MAX_PREFIX_WORDS = 64;

/** A text-search query: `query` uses the index, `prefix` is checked on each row it finds. */
interface SearchQuery {
  query: SQL;
  prefix?: SQL;
}

/** Builds the query: whole words by their stem, the last term also as a prefix of known words. */
async function buildSearchQuery(
  db: Database,
  terms: readonly string[],
  language: Language,
): Promise<SearchQuery> {
  const last = terms.at(-1) ?? '';
  const whole = sql`plainto_tsquery(${TEXT_SEARCH_CONFIG[language]}, ${last})`;
  const before = sql`plainto_tsquery(${TEXT_SEARCH_CONFIG[language]}, ${terms.slice(0, -1).join(' ')})`;
  const begun = db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(and(eq(searchWords.language, language), like(searchWords.word, `${last}%`)))
    .orderBy(searchWords.word)
    .limit(MAX_PREFIX_WORDS + 1);
  const [known] = await db.execute<{ words: string[]; stemmed: boolean; led: boolean }>(sql`
    select to_json(array(${begun})) as words, numnode(${whole}) > 0 as stemmed, numnode(${before}) > 0 as led`);
  const { words, stemmed, led } = known ?? { words: [], stemmed: false, led: false };
  if (words.length > MAX_PREFIX_WORDS) {
    const beginning = sql`(${whole} || to_tsquery('simple', ${`${last}:*`}))`;
    // The index would collect every row of a short beginning, to keep the few that hold the other words.
    return led ? { query: before, prefix: beginning } : { query: beginning };
  }
  // What holds a word holds its stem, which therefore stands for both; the commonest words have none.
  const more = stemmed ? words.filter((word) => word !== last) : [last, ...words];
  const end =
    more.length > 0 ? sql`(${whole} || to_tsquery('simple', ${more.join(' | ')}))` : whole;
  return { query: sql`(${before} && ${end})` };
}

/** Minimum trigram similarity, 0 to 1: one wrong letter in a word of seven passes. */
const MIN_SIMILARITY = 0.35;
/** Minimum similarity relative to the best match. */
const MIN_RELATIVE_SIMILARITY = 0.8;
const MAX_SUGGESTIONS = 4;

/**
 * Builds a query of the known words most similar to each term; null when a term has none. Terms that are too
 * short or too common to be indexed count only if there is no other; an exactly known word is not replaced.
 */
async function buildFuzzyQuery(
  db: Database,
  terms: readonly string[],
  language: Language,
): Promise<SearchQuery | null> {
  const config = TEXT_SEARCH_CONFIG[language];
  const rows = await db.execute<{ term: string; small: boolean; word: string; nearness: number }>(
    sql`
    select term, coalesce(word, '') as word, coalesce(nearness, 0) as nearness,
      length(term) < ${MIN_WORD_LENGTH} or numnode(plainto_tsquery(${config}, term)) = 0 as small
    from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) term
    left join lateral (
      select word, similarity(word, term) as nearness from search_words
      where language = ${language} and word % term
      order by nearness desc, word limit ${MAX_SUGGESTIONS}
    ) known on nearness >= ${MIN_SIMILARITY}`,
  );
  const telling = rows.filter(({ small }) => !small);
  const byTerm = Map.groupBy(telling.length > 0 ? telling : rows, ({ term }) => term);
  const meant = [...byTerm.values()].map((known) => {
    const nearest = Math.max(...known.map(({ nearness }) => nearness));
    const least = nearest === 1 ? 1 : nearest * MIN_RELATIVE_SIMILARITY;
    return known.flatMap(({ word, nearness }) => (word && nearness >= least ? [word] : []));
  });
  if (meant.some((words) => words.length === 0)) return null;
  const query = meant.map((words) => `(${words.join(' | ')})`).join(' & ');
  return { query: sql`to_tsquery(${config}, ${query})` };
}

/** The ids of a page of the sessions that a query finds, in the order of the list; one more than `limit`. */
async function searchIds(
  db: Database,
  { query, prefix }: SearchQuery,
  page: Page,
): Promise<string[]> {
  const { language, category, sort, limit, after } = page;
  const table = contentSearch[language];
  const rows = await db
    .select({ id: table.contentId })
    .from(table)
    .where(
      and(
        category && eq(table.category, category),
        after ? buildCursorCondition(table, sort, after) : undefined,
        sql`${table.words} @@ ${query}`,
        // `is true` keeps the planner from using the index for this condition.
        prefix && sql`(${table.words} @@ ${prefix}) is true`,
      ),
    )
    .orderBy(
      ...(sort === 'newest'
        ? [desc(table.publishedAt), desc(table.contentId)]
        : [asc(table.durationMs), asc(table.contentId)]),
    )
    .limit(limit + 1);
  return rows.map(({ id }) => id);
}

function buildCursorCondition(
  table: SearchTable,
  sort: Sort,
  { key, id }: { key: string; id: string },
) {
  return sort === 'newest'
    ? sql`(${table.publishedAt}, ${table.contentId}) < (${key}::timestamptz, ${id}::uuid)`
    : sql`(${table.durationMs}, ${table.contentId}) > (${key}::integer, ${id}::uuid)`;
}
