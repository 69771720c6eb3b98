import { and, asc, desc, eq, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { listByIds, listContents, type Page, type Sort } from '#server/features/library/reads.ts';
import type { Language } from '#shared/contract/fields.ts';
import { CONFIG, contentSearch, type SearchTable, searchWords } from './table.ts';

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
    const exact = near ? [] : await search(tx, await queryOf(tx, terms, page.language), page);
    if (exact.length > 0 || (!near && page.after !== null))
      return { rows: await show(exact), near: false };
    const meant = await findMeant(tx, terms, page.language);
    return { rows: meant ? await show(await search(tx, meant, page)) : [], near: true };
  });
}

/** Up to so many words are looked for one by one, which an index does far faster than a beginning. */
const MOST_BEGUN = 64;

/** The terms as a query: whole words by their stem, the last also by the words of the library that it begins. */
async function queryOf(db: Database, terms: readonly string[], language: Language): Promise<SQL> {
  const last = terms.at(-1) ?? '';
  const whole = sql`plainto_tsquery(${CONFIG[language]}, ${last})`;
  const begun = db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(and(eq(searchWords.language, language), like(searchWords.word, `${last}%`)))
    .orderBy(searchWords.word)
    .limit(MOST_BEGUN + 1);
  const [known] = await db.execute<{ words: string[]; stemmed: boolean }>(
    sql`select to_json(array(${begun})) as words, numnode(${whole}) > 0 as stemmed`,
  );
  const { words, stemmed } = known ?? { words: [], stemmed: false };
  // What holds a word holds its stem, which therefore stands for both; the commonest words have none.
  const more = stemmed ? words.filter((word) => word !== last) : [last, ...words];
  const beginning = words.length > MOST_BEGUN ? `${last}:*` : more.join(' | ');
  const end = beginning ? sql`(${whole} || to_tsquery('simple', ${beginning}))` : whole;
  return sql`(plainto_tsquery(${CONFIG[language]}, ${terms.slice(0, -1).join(' ')}) && ${end})`;
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
  const table = contentSearch[language];
  const rows = await db
    .select({ id: table.contentId })
    .from(table)
    .where(
      and(
        category && eq(table.category, category),
        after ? afterPlace(table, sort, after) : undefined,
        sql`${table.words} @@ ${query}`,
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
