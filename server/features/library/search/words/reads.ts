import { and, eq, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  TEXT_SEARCH_CONFIG,
  searchWords,
  MIN_SEARCH_WORD_LENGTH,
} from '#server/features/contents/search/table.ts';
import { removeStopWords } from '#shared/rules/search-vocabulary.ts';
import type { Language } from '#shared/contract/fields.ts';

/**
 * How a search matches, each tried only when the one before finds nothing: every word as typed; every word or known words
 * similar to it; as many of these as one session has, two at least; the first two where the words are only in what is
 * spoken; any word.
 */
export const SEARCH_MATCH_MODES = [
  'exact',
  'near',
  'most',
  'exact_spoken',
  'near_spoken',
  'any',
] as const;
export type SearchMatchMode = (typeof SEARCH_MATCH_MODES)[number];

/** A text-search query: `query` uses the index, `prefix` is checked on each row it finds. */
export interface TsQuery {
  query: SQL;
  prefix?: SQL;
}

/** A query, and whether any of its terms has a stem: the commonest words have none. */
interface TypedQuery extends TsQuery {
  stemmed: boolean;
}

/**
 * Builds the full-text search query of the terms without stop words; null when no known word is similar. `minimum` is how
 * many of the words `most` asks for; null when there are no more than that.
 */
export async function buildTsQuery(
  db: Database,
  terms: readonly string[],
  language: Language,
  matching: SearchMatchMode,
  minimum = 0,
): Promise<TsQuery | null> {
  const telling = removeStopWords(terms, language);
  if (matching !== 'exact' && matching !== 'exact_spoken')
    return buildFuzzyQuery(db, telling, language, { matching, minimum });
  const query = await buildExactQuery(db, telling, language, telling.at(-1) === terms.at(-1));
  // Where only words without a stem are left, as in `after the flight`, the others count.
  return query.stemmed ? query : buildExactQuery(db, terms, language, true);
}

/** Maximum number of words a prefix is expanded to; looking them up one by one is much faster than a prefix query. */
const MAX_PREFIX_WORDS = 64;

/**
 * Builds the query: whole words by their stem; a last term that may still be being typed (`isOpen`) and is no known word as
 * a prefix of known words.
 */
async function buildExactQuery(
  db: Database,
  terms: readonly string[],
  language: Language,
  isOpen: boolean,
): Promise<TypedQuery> {
  const last = terms.at(-1) ?? '';
  const whole = sql`plainto_tsquery(${TEXT_SEARCH_CONFIG[language]}, ${last})`;
  const before = sql`plainto_tsquery(${TEXT_SEARCH_CONFIG[language]}, ${terms.slice(0, -1).join(' ')})`;
  const begun = db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(and(eq(searchWords.language, language), like(searchWords.word, `${last}%`)))
    .orderBy(searchWords.word)
    .limit(MAX_PREFIX_WORDS + 1);
  const {
    rows: [known],
  } = await db.execute<{ words: string[]; ends: boolean; led: boolean }>(sql`
    select to_json(array(${begun})) as words, numnode(${whole}) > 0 as ends, numnode(${before}) > 0 as led`);
  const { words, ends, led } = known ?? { words: [], ends: false, led: false };
  const stemmed = ends || led;
  // A word of the library is no prefix: `air` is no beginning of `aircraft`.
  if (stemmed && (!isOpen || words.includes(last)))
    return { query: sql`(${before} && ${whole})`, stemmed };
  if (words.length > MAX_PREFIX_WORDS) {
    const beginning = sql`(${whole} || to_tsquery('simple', ${`${last}:*`}))`;
    // The index would collect every row of a short beginning, to keep the few that hold the other words.
    return led ? { query: before, prefix: beginning, stemmed } : { query: beginning, stemmed };
  }
  // A text with a word has its stem, so the stem suffices; the commonest words have none.
  const more = ends ? words.filter((word) => word !== last) : [last, ...words];
  const end =
    more.length > 0 ? sql`(${whole} || to_tsquery('simple', ${more.join(' | ')}))` : whole;
  return { query: sql`(${before} && ${end})`, stemmed };
}

/** Minimum trigram similarity, 0 to 1: one wrong letter in a word of seven passes. */
const MIN_SIMILARITY = 0.35;
/** Minimum similarity relative to the best match. */
const MIN_RELATIVE_SIMILARITY = 0.8;
const MAX_SUGGESTIONS = 4;
/** Of so many words `most` asks for some: their combinations grow fast. */
const MAX_COMBINED = 6;

/**
 * Builds a query of the known words most similar to each term, of all terms, of any, or of any `minimum` of them; null when
 * no term has one, or no more than `minimum` have.
 * Terms that are too short or too common to be indexed count only if there is no other; an exactly known word is
 * not replaced.
 */
async function buildFuzzyQuery(
  db: Database,
  terms: readonly string[],
  language: Language,
  {
    matching,
    minimum,
  }: { matching: Exclude<SearchMatchMode, 'exact' | 'exact_spoken'>; minimum: number },
): Promise<TsQuery | null> {
  const config = TEXT_SEARCH_CONFIG[language];
  const { rows } = await db.execute<{
    term: string;
    small: boolean;
    word: string;
    nearness: number;
  }>(
    sql`
    select term, coalesce(word, '') as word, coalesce(nearness, 0) as nearness,
      length(term) < ${MIN_SEARCH_WORD_LENGTH} or numnode(plainto_tsquery(${config}, term)) = 0 as small
    from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) term
    left join lateral (
      select word, similarity(word, term) as nearness from search_words
      where language = ${language} and word % term
      order by nearness desc, word limit ${MAX_SUGGESTIONS}
    ) known on nearness >= ${MIN_SIMILARITY}`,
  );
  const telling = rows.filter(({ small }) => !small);
  const byTerm = Map.groupBy(telling.length > 0 ? telling : rows, ({ term }) => term);
  const meant = [...byTerm.values()].map((similar) => {
    const nearest = Math.max(...similar.map(({ nearness }) => nearness));
    const least = nearest === 1 ? 1 : nearest * MIN_RELATIVE_SIMILARITY;
    return similar.flatMap(({ word, nearness }) => (word && nearness >= least ? [word] : []));
  });
  const known = meant.filter((words) => words.length > 0);
  if (known.length === 0) return null;
  const parts = known.map((words) => `(${words.join(' | ')})`);
  if (matching === 'most') {
    if (parts.length <= minimum) return null;
    const combined = listCombinations(parts.slice(0, MAX_COMBINED), minimum);
    const some = combined.map((together) => `(${together.join(' & ')})`).join(' | ');
    return { query: sql`to_tsquery(${config}, ${some})` };
  }
  const query = parts.join(matching === 'any' ? ' | ' : ' & ');
  return { query: sql`to_tsquery(${config}, ${query})` };
}

/** Lists every choice of `count` of the items, in their order. */
function listCombinations<Item>(items: readonly Item[], count: number): Item[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) =>
    listCombinations(items.slice(index + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
