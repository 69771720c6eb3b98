import { and, asc, desc, eq, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { listByIds, listContents, type Page, type Sort } from '#server/features/library/reads.ts';
import type { Language } from '#shared/contract/fields.ts';
import { CONFIG, contentSearch, type SearchTable, searchWords, SHORTEST_WORD } from './table.ts';

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
    // order's is the faster way.
    await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
    const show = async (ids: string[]) => listByIds(tx, userId, page, ids);
    const exact = near ? [] : await search(tx, await soughtBy(tx, terms, page.language), page);
    if (exact.length > 0 || (!near && page.after !== null))
      return { rows: await show(exact), near: false };
    const meant = await findMeant(tx, terms, page.language);
    return { rows: meant ? await show(await search(tx, meant, page)) : [], near: true };
  });
}

/** Up to so many words are looked for one by one, which an index does far faster than a beginning. */
const MOST_BEGUN = 64;

/** What the words of a session have to match: looked up in their index, then held to every row that it finds. */
interface Sought {
  query: SQL;
  beginning?: SQL;
}

/** The terms as a query: whole words by their stem, the last also by the words of the library that it begins. */
async function soughtBy(
  db: Database,
  terms: readonly string[],
  language: Language,
): Promise<Sought> {
  const last = terms.at(-1) ?? '';
  const whole = sql`plainto_tsquery(${CONFIG[language]}, ${last})`;
  const before = sql`plainto_tsquery(${CONFIG[language]}, ${terms.slice(0, -1).join(' ')})`;
  const begun = db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(and(eq(searchWords.language, language), like(searchWords.word, `${last}%`)))
    .orderBy(searchWords.word)
    .limit(MOST_BEGUN + 1);
  const [known] = await db.execute<{ words: string[]; stemmed: boolean; led: boolean }>(sql`
    select to_json(array(${begun})) as words, numnode(${whole}) > 0 as stemmed, numnode(${before}) > 0 as led`);
  const { words, stemmed, led } = known ?? { words: [], stemmed: false, led: false };
  if (words.length > MOST_BEGUN) {
    const beginning = sql`(${whole} || to_tsquery('simple', ${`${last}:*`}))`;
    // The index would collect every row of a short beginning, to keep the few that hold the other words.
    return led ? { query: before, beginning } : { query: beginning };
  }
  // What holds a word holds its stem, which therefore stands for both; the commonest words have none.
  const more = stemmed ? words.filter((word) => word !== last) : [last, ...words];
  const end =
    more.length > 0 ? sql`(${whole} || to_tsquery('simple', ${more.join(' | ')}))` : whole;
  return { query: sql`(${before} && ${end})` };
}

/** How near spelling must be, 0 to 1: one wrong letter in a word of seven passes. */
const NEAR = 0.35;
/** A word much further off than the nearest one was not meant. */
const NEARLY_AS_NEAR = 0.8;
const MOST_MEANT = 4;

/**
 * The words of the library that were meant, by their stems; null when a term is near to none. A word too common
 * or too short to be known ("the") counts only where there is no other, and one that is known was meant as it is.
 */
async function findMeant(
  db: Database,
  terms: readonly string[],
  language: Language,
): Promise<Sought | null> {
  const config = CONFIG[language];
  const rows = await db.execute<{ term: string; small: boolean; word: string; nearness: number }>(
    sql`
    select term, coalesce(word, '') as word, coalesce(nearness, 0) as nearness,
      length(term) < ${SHORTEST_WORD} or numnode(plainto_tsquery(${config}, term)) = 0 as small
    from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) term
    left join lateral (
      select word, similarity(word, term) as nearness from search_words
      where language = ${language} and word % term
      order by nearness desc, word limit ${MOST_MEANT}
    ) known on nearness >= ${NEAR}`,
  );
  const telling = rows.filter(({ small }) => !small);
  const byTerm = Map.groupBy(telling.length > 0 ? telling : rows, ({ term }) => term);
  const meant = [...byTerm.values()].map((known) => {
    const nearest = Math.max(...known.map(({ nearness }) => nearness));
    const least = nearest === 1 ? 1 : nearest * NEARLY_AS_NEAR;
    return known.flatMap(({ word, nearness }) => (word && nearness >= least ? [word] : []));
  });
  if (meant.some((words) => words.length === 0)) return null;
  const query = meant.map((words) => `(${words.join(' | ')})`).join(' & ');
  return { query: sql`to_tsquery(${config}, ${query})` };
}

/** The ids of a page of the sessions that a query finds, in the order of the list; one more than `limit`. */
async function search(db: Database, { query, beginning }: Sought, page: Page): Promise<string[]> {
  const { language, category, sort, limit, after } = page;
  const table = contentSearch[language];
  const rows = await db
    .select({ id: table.contentId })
    .from(table)
    .where(
      and(
        category && eq(table.category, category),
        after ? afterPlace(table, sort, after) : undefined,
        sql`${table.words} @@ ${query}`,
        // As a truth value it is none of the index's business.
        beginning && sql`(${table.words} @@ ${beginning}) is true`,
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

function afterPlace(table: SearchTable, sort: Sort, { key, id }: { key: string; id: string }) {
  return sort === 'newest'
    ? sql`(${table.publishedAt}, ${table.contentId}) < (${key}::timestamptz, ${id}::uuid)`
    : sql`(${table.durationMs}, ${table.contentId}) > (${key}::integer, ${id}::uuid)`;
}
