import { and, type AnyColumn, asc, desc, eq, not, notExists, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { SessionLibrary } from '#server/features/contents/published/reads.ts';
import {
  type KeysetCursor,
  listSessionPage,
  type SessionPageQuery,
  type SessionSort,
} from '#server/features/library/reads.ts';
import {
  contentHeadlineSearchIndex,
  contentSearchIndex,
  type SearchIndexTable,
} from '#server/features/contents/search/table.ts';
import type { Language } from '#shared/rules/languages.ts';
import {
  buildTsQuery,
  type SearchMatchMode,
  SEARCH_MATCH_MODES,
  type TsQuery,
} from './words/reads.ts';

/** A page of search results, in one of the list's orders or by relevance. */
export interface SearchPageQuery extends Omit<SessionPageQuery, 'sort' | 'after'> {
  sort: SessionSort | 'relevance';
  after: SearchCursor | null;
  language: Language;
}

/** Keyset cursor of a search; by relevance it includes the level at which the last item was found. */
export interface SearchCursor extends KeysetCursor {
  level?: number;
}

/** A session that was found, and its level of relevance; 0 is the title. */
interface Match {
  id: string;
  level: number;
}

/**
 * Returns a page of the sessions, or of those that match the search `terms`, with one row more when another page
 * follows. A first page tries `matching`, then weaker ones until something matches (MATCHINGS). Pass the `matching` returned
 * with the next cursor. `situation`, `fear` and `form` filter only the list.
 */
export async function searchOrListSessions(
  db: Database,
  library: SessionLibrary,
  {
    terms,
    matching,
    ...page
  }: SearchPageQuery & { terms: readonly string[]; matching: SearchMatchMode },
) {
  if (terms.length === 0) {
    const sort = page.sort === 'shortest' ? 'shortest' : 'newest';
    const rows = listSessionPage(library, { ...page, sort });
    return { rows: rows.map((session) => ({ session, level: 0 })), matching: 'exact' as const };
  }
  const found = await searchContents(db, page, terms, matching);
  const rows = found.matches.flatMap(({ id, level }) => {
    const session = library.all.get(id);
    return session && !session.unpublishedAt ? [{ session, level }] : [];
  });
  return { rows, matching: found.matching };
}

function searchContents(
  db: Database,
  page: SearchPageQuery,
  terms: readonly string[],
  matching: SearchMatchMode,
): Promise<{ matches: Match[]; matching: SearchMatchMode }> {
  return db.transaction(async (tx) => {
    // Planned for its very words: how many sessions hold them decides whether the words' index or the
    // order's is the faster way.
    await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
    for (const tried of SEARCH_MATCH_MODES.slice(SEARCH_MATCH_MODES.indexOf(matching))) {
      const query = await findQuery(tx, terms, page, tried);
      const matches = query ? await searchMatches(tx, query, page) : [];
      if (matches.length > 0 || page.after !== null) return { matches, matching: tried };
    }
    return { matches: [], matching: 'any' as const };
  });
}

/** Returns the query of a matching; null where it finds nothing in the heads, which all but the last three must. */
async function findQuery(
  db: Database,
  terms: readonly string[],
  page: SearchPageQuery,
  matching: SearchMatchMode,
): Promise<TsQuery | null> {
  const { language } = page;
  if (matching === 'most') {
    // With as many words as possible: a further page finds the same number again.
    for (let minimum = terms.length - 1; minimum >= 2; minimum--) {
      const query = await buildTsQuery(db, terms, language, matching, minimum);
      if (query && (await isInHeads(db, query, page))) return query;
    }
    return null;
  }
  const query = await buildTsQuery(db, terms, language, matching);
  const isAnywhere = matching !== 'exact' && matching !== 'near';
  return query && (isAnywhere || (await isInHeads(db, query, page))) ? query : null;
}

/** Returns whether a title, tag or summary, or the words of their area, match a query. */
async function isInHeads(db: Database, query: TsQuery, page: SearchPageQuery): Promise<boolean> {
  const table = contentHeadlineSearchIndex[page.language];
  const [found] = await db
    .select({ id: table.contentId })
    .from(table)
    .where(
      and(
        page.category && eq(table.category, page.category),
        buildWordCondition(table.headWords, query),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** A page of the matches of a query, in the page's order; one more than `limit` when there is a further page. */
async function searchMatches(
  db: Database,
  query: TsQuery,
  page: SearchPageQuery,
): Promise<Match[]> {
  const { sort, limit, after } = page;
  if (sort !== 'relevance')
    return searchTexts(db, query, { ...page, sort, limit: limit + 1 }, false);
  // One level after the other, because each is found by walking the order or by its own index; ranking would read
  // every session that holds a common word.
  const found: Match[] = [];
  const first = after?.level ?? 0;
  for (let level = first; level <= HEAD_LEVELS.length && found.length <= limit; level++) {
    const rest = {
      ...page,
      sort: 'newest' as const,
      limit: limit + 1 - found.length,
      after: level === first ? after : null,
    };
    found.push(
      ...(level < HEAD_LEVELS.length
        ? await searchHeads(db, query, rest, level)
        : await searchTexts(db, query, rest, true)),
    );
  }
  return found;
}

/** A page of one sort; `limit` is the number of rows. */
type LevelPage = SearchPageQuery & { sort: SessionSort };

/** The columns of the heads that a search looks in, the most relevant first. */
const HEAD_LEVELS = ['titleWords', 'topicWords', 'headWords'] as const;
/** Number of levels of relevance: those of the heads, and the text. */
export const RELEVANCE_LEVEL_COUNT = HEAD_LEVELS.length + 1;

const buildWordCondition = (words: AnyColumn, { query, prefix }: TsQuery) =>
  // `is true` keeps the planner from using the index for the prefix.
  prefix
    ? sql`(${words} @@ ${query} and (${words} @@ ${prefix}) is true)`
    : sql`${words} @@ ${query}`;

/** Finds what matches at a level of the heads and at none before it. */
async function searchHeads(
  db: Database,
  query: TsQuery,
  { language, category, after, limit }: LevelPage,
  level: number,
): Promise<Match[]> {
  const table = contentHeadlineSearchIndex[language];
  const column = (at: number) => table[HEAD_LEVELS[at] ?? 'headWords'];
  const rows = await db
    .select({ id: table.contentId })
    .from(table)
    .where(
      and(
        category && eq(table.category, category),
        after ? buildNewestCondition(table, after) : undefined,
        buildWordCondition(column(level), query),
        level > 0 ? not(buildWordCondition(column(level - 1), query)) : undefined,
      ),
    )
    .orderBy(desc(table.publishedAt), desc(table.contentId))
    .limit(limit);
  return rows.map(({ id }) => ({ id, level }));
}

/** Finds what matches anywhere, or, for the last level of relevance, only what does not match in the heads. */
async function searchTexts(
  db: Database,
  query: TsQuery,
  { language, category, sort, after, limit }: LevelPage,
  beyondHeads: boolean,
): Promise<Match[]> {
  const table = contentSearchIndex[language];
  const heads = contentHeadlineSearchIndex[language];
  const inHead = db
    .select({ id: heads.contentId })
    .from(heads)
    .where(and(eq(heads.contentId, table.contentId), buildWordCondition(heads.headWords, query)));
  const rows = await db
    .select({ id: table.contentId })
    .from(table)
    .where(
      and(
        category && eq(table.category, category),
        after ? buildCursorCondition(table, sort, after) : undefined,
        buildWordCondition(table.words, query),
        beyondHeads ? notExists(inHead) : undefined,
      ),
    )
    .orderBy(
      ...(sort === 'newest'
        ? [desc(table.publishedAt), desc(table.contentId)]
        : [asc(table.durationMs), asc(table.contentId)]),
    )
    .limit(limit);
  return rows.map(({ id }) => ({ id, level: HEAD_LEVELS.length }));
}

const buildNewestCondition = (
  table: Pick<SearchIndexTable, 'publishedAt' | 'contentId'>,
  { key, id }: KeysetCursor,
) => sql`(${table.publishedAt}, ${table.contentId}) < (${key}::timestamptz, ${id}::uuid)`;

const buildCursorCondition = (table: SearchIndexTable, sort: SessionSort, after: KeysetCursor) =>
  sort === 'newest'
    ? buildNewestCondition(table, after)
    : sql`(${table.durationMs}, ${table.contentId}) > (${after.key}::integer, ${after.id}::uuid)`;
