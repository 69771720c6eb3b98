import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { statement } from '#server/db/statement.ts';
import { progress, ratings } from '#server/features/player/table.ts';
import type { Category, Language } from '#shared/contract/fields.ts';
import { authorTexts, contents, contentTexts } from './table.ts';

const summaryColumns = {
  id: contents.id,
  slug: contents.slug,
  kind: contents.kind,
  category: contents.category,
  areas: contents.areas,
  language: contentTexts.language,
  title: contentTexts.title,
  summary: contentTexts.summary,
  tags: contentTexts.tags,
  author: authorTexts.name,
  durationMs: contentTexts.durationMs,
  publishedAt: contents.publishedAt,
  completedAt: progress.completedAt,
};

/** The joins of a session on show: its words and its author's in one language, the person's progress. */
const joins = (userId: string | Placeholder, language: Language | Placeholder) => ({
  text: and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
  author: and(eq(authorTexts.authorId, contents.authorId), eq(authorTexts.language, language)),
  progress: and(eq(progress.contentId, contents.id), eq(progress.userId, userId)),
  rating: and(eq(ratings.contentId, contents.id), eq(ratings.userId, userId)),
});

export type Sort = 'newest' | 'shortest';
/** The place after which a page begins: the sort key of the last item seen, and its id. */
export interface Place {
  key: string;
  id: string;
}

/** Which page of which list. */
export interface Page {
  language: Language;
  category?: Category;
  sort: Sort;
  limit: number;
  after: Place | null;
}

interface PageShape {
  sort: Sort;
  byCategory: boolean;
  afterPlace: boolean;
}

/** Newest or shortest first; the id parts those that are alike. */
const ORDERS: Record<Sort, SQL[]> = {
  newest: [sql`${contents.publishedAt} desc`, sql`${contents.id} desc`],
  shortest: [asc(contentTexts.durationMs), asc(contents.id)],
};

/** Where a page begins, in the order of its list. */
function afterPlace(sort: Sort) {
  const key = sql.placeholder('key');
  const id = sql.placeholder('id');
  return sort === 'newest'
    ? sql`(${contents.publishedAt}, ${contents.id}) < (${key}::timestamptz, ${id}::uuid)`
    : sql`(${contentTexts.durationMs}, ${contents.id}) > (${key}::integer, ${id}::uuid)`;
}

function buildPage(db: Database, shape: PageShape) {
  const on = joins(sql.placeholder('userId'), sql.placeholder('language'));
  return db
    .select(summaryColumns)
    .from(contents)
    .innerJoin(contentTexts, on.text)
    .innerJoin(authorTexts, on.author)
    .leftJoin(progress, on.progress)
    .where(
      and(
        isNull(contents.withdrawnAt),
        shape.byCategory ? eq(contents.category, sql.placeholder('category')) : undefined,
        shape.afterPlace ? afterPlace(shape.sort) : undefined,
      ),
    )
    .orderBy(...ORDERS[shape.sort])
    .limit(sql.placeholder('most'))
    .prepare(`contents_${Object.values(shape).join('_')}`);
}

const pages = statement(() => new Map<string, ReturnType<typeof buildPage>>());

/** The statement of a page of this shape: one of 8, each built once. */
function pageOf(db: Database, shape: PageShape) {
  const known = pages(db);
  const name = JSON.stringify(shape);
  const built = known.get(name) ?? buildPage(db, shape);
  known.set(name, built);
  return built;
}

/**
 * One page of sessions by keyset: a session published while a person scrolls neither repeats nor
 * hides another. Returns one more than `limit` when there is a further page.
 */
export function listContents(db: Database, userId: string, page: Page) {
  const { language, category, sort, limit, after } = page;
  const shape = { sort, byCategory: category !== undefined, afterPlace: after !== null };
  return pageOf(db, shape).execute({ userId, language, category, ...after, most: limit + 1 });
}

/** These sessions, those among them that are on show, in the order of the page. */
export async function listByIds(
  db: Database,
  userId: string,
  { language, sort }: Pick<Page, 'language' | 'sort'>,
  ids: string[],
) {
  if (ids.length === 0) return [];
  const on = joins(userId, language);
  return db
    .select(summaryColumns)
    .from(contents)
    .innerJoin(contentTexts, on.text)
    .innerJoin(authorTexts, on.author)
    .leftJoin(progress, on.progress)
    .where(and(inArray(contents.id, ids), isNull(contents.withdrawnAt)))
    .orderBy(...ORDERS[sort])
    .limit(ids.length);
}

/** The list's SQL and parameters, for measuring it alone (bench/). */
export function listStatement(db: Database) {
  return pageOf(db, { sort: 'newest', byCategory: false, afterPlace: false }).getQuery();
}

/** How many sessions a recommendation chooses from: the newest ones. */
const CANDIDATES = 500;

/** What a recommendation chooses from. */
export function listCandidates(db: Database, userId: string, language: Language) {
  return listContents(db, userId, { language, sort: 'newest', limit: CANDIDATES, after: null });
}

/** One session with its script and what this person did with it. Null when unknown or withdrawn. */
export async function findContent(
  db: Database,
  userId: string,
  contentId: string,
  language: Language,
) {
  const on = joins(userId, language);
  const [row] = await db
    .select({
      ...summaryColumns,
      authorId: contents.authorId,
      authorAbout: authorTexts.about,
      sources: contentTexts.sources,
      cues: contentTexts.cues,
      recording: contentTexts.recording,
      positionMs: progress.positionMs,
      listenedAt: progress.lastListenedAt,
      rating: ratings.rating,
    })
    .from(contents)
    .innerJoin(contentTexts, on.text)
    .innerJoin(authorTexts, on.author)
    .leftJoin(progress, on.progress)
    .leftJoin(ratings, on.rating)
    .where(and(eq(contents.id, contentId), isNull(contents.withdrawnAt)))
    .limit(1);
  return row ?? null;
}

/**
 * What a shared link shows of a session: in this language, or in the other when it is written only in
 * that one. Null when unknown or withdrawn.
 */
export async function findShared(db: Database, contentId: string, language: Language) {
  const [row] = await db
    .select({
      id: contents.id,
      kind: contents.kind,
      category: contents.category,
      language: contentTexts.language,
      title: contentTexts.title,
      summary: contentTexts.summary,
      durationMs: contentTexts.durationMs,
    })
    .from(contents)
    .innerJoin(contentTexts, eq(contentTexts.contentId, contents.id))
    .where(and(eq(contents.id, contentId), isNull(contents.withdrawnAt)))
    .orderBy(sql`${contentTexts.language} = ${language} desc`)
    .limit(1);
  return row ?? null;
}

/** How long a session lasts in its longest language, and whether it is withdrawn. Null when unknown. */
export async function findDuration(
  db: Database,
  contentId: string,
): Promise<{ durationMs: number; withdrawn: boolean } | null> {
  const [row] = await db
    .select({
      durationMs: sql<number>`max(${contentTexts.durationMs})::integer`,
      withdrawnAt: contents.withdrawnAt,
    })
    .from(contents)
    .innerJoin(contentTexts, eq(contentTexts.contentId, contents.id))
    .where(eq(contents.id, contentId))
    .groupBy(contents.id);
  return row ? { durationMs: row.durationMs, withdrawn: row.withdrawnAt !== null } : null;
}

/** Source hashes of the starter sessions on show, by slug. */
export async function listSourceHashes(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .select({ slug: contents.slug, sourceHash: contents.sourceHash })
    .from(contents)
    .where(
      and(
        eq(contents.origin, 'starter'),
        isNull(contents.withdrawnAt),
        isNotNull(contents.sourceHash),
      ),
    );
  return new Map(rows.map((row) => [row.slug, row.sourceHash ?? '']));
}
