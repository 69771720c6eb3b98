import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { memoizeStatement } from '#server/db/statement.ts';
import { authorTexts, contents, contentTexts } from '#server/features/contents/table.ts';
import { progress, ratings } from '#server/features/player/table.ts';
import type { Category, Language } from '#shared/contract/fields.ts';
import type { Situation } from '#shared/rules/situations.ts';
import type { SessionForm } from '#shared/rules/script-timing.ts';

const summaryColumns = {
  id: contents.id,
  slug: contents.slug,
  kind: contents.kind,
  category: contents.category,
  areas: contents.areas,
  form: contents.form,
  situations: contents.situations,
  optIn: contents.optIn,
  guard: contents.guard,
  language: contentTexts.language,
  title: contentTexts.title,
  summary: contentTexts.summary,
  tags: contentTexts.tags,
  author: authorTexts.name,
  durationMs: contentTexts.durationMs,
  publishedAt: contents.publishedAt,
  completedAt: progress.completedAt,
};

/** Join conditions: the session's text and author in one language, and the person's progress and rating. */
const buildJoins = (userId: string | Placeholder, language: Language | Placeholder) => ({
  text: and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
  author: and(eq(authorTexts.authorId, contents.authorId), eq(authorTexts.language, language)),
  progress: and(eq(progress.contentId, contents.id), eq(progress.userId, userId)),
  rating: and(eq(ratings.contentId, contents.id), eq(ratings.userId, userId)),
});

export type Sort = 'newest' | 'shortest';
/** Keyset cursor: sort key and id of the last item of the previous page. */
export interface KeysetCursor {
  key: string;
  id: string;
}

/** Which page of which list. */
export interface Page {
  language: Language;
  category?: Category;
  sort: Sort;
  limit: number;
  after: KeysetCursor | null;
  /**
   * Only what fits a day's practice at home: nothing for the seat, the worst minutes or a long stay, and nothing for
   * particular people, such as those who faint, that the person has not chosen before.
   */
  atHome?: boolean;
  /** Only what is for this situation, or of this form. */
  situation?: Situation;
  form?: SessionForm;
}

interface PageShape {
  sort: Sort;
  byCategory: boolean;
  afterCursor: boolean;
  atHome: boolean;
  bySituation: boolean;
  byForm: boolean;
}

/** ORDER BY of each sort; the id breaks ties. */
const ORDER_BY: Record<Sort, SQL[]> = {
  newest: [sql`${contents.publishedAt} desc`, sql`${contents.id} desc`],
  shortest: [asc(contentTexts.durationMs), asc(contents.id)],
};

/** SQL condition that selects the rows after the cursor. */
function buildCursorCondition(sort: Sort) {
  const key = sql.placeholder('key');
  const id = sql.placeholder('id');
  return sort === 'newest'
    ? sql`(${contents.publishedAt}, ${contents.id}) < (${key}::timestamptz, ${id}::uuid)`
    : sql`(${contentTexts.durationMs}, ${contents.id}) > (${key}::integer, ${id}::uuid)`;
}

/** SQL condition of a day's practice: made for home, and for everybody or chosen by the person before. */
const IS_PRACTICE = and(
  eq(contents.form, 'full'),
  or(not(contents.optIn), isNotNull(progress.contentId)),
);

function buildPageStatement(db: Database, shape: PageShape) {
  const on = buildJoins(sql.placeholder('userId'), sql.placeholder('language'));
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
        shape.afterCursor ? buildCursorCondition(shape.sort) : undefined,
        shape.atHome ? IS_PRACTICE : undefined,
        shape.bySituation
          ? sql`${sql.placeholder('situation')} = any(${contents.situations})`
          : undefined,
        shape.byForm ? eq(contents.form, sql.placeholder('form')) : undefined,
      ),
    )
    .orderBy(...ORDER_BY[shape.sort])
    .limit(sql.placeholder('most'))
    .prepare(`contents_${Object.values(shape).join('_')}`);
}

const pages = memoizeStatement(() => new Map<string, ReturnType<typeof buildPageStatement>>());

/** The prepared statement of a page; there are at most 64 shapes, each built once. */
function getPageStatement(db: Database, shape: PageShape) {
  const known = pages(db);
  const name = JSON.stringify(shape);
  const built = known.get(name) ?? buildPageStatement(db, shape);
  known.set(name, built);
  return built;
}

/**
 * One page of sessions by keyset: a session published while a person scrolls neither repeats nor
 * hides another. Returns one more than `limit` when there is a further page.
 */
export function listContents(db: Database, userId: string, page: Page) {
  const { language, category, sort, limit, after, atHome = false, situation, form } = page;
  const shape = {
    sort,
    byCategory: category !== undefined,
    afterCursor: after !== null,
    atHome,
    bySituation: situation !== undefined,
    byForm: form !== undefined,
  };
  return getPageStatement(db, shape).execute({
    userId,
    language,
    category,
    situation,
    form,
    ...after,
    most: limit + 1,
  });
}

/** Lists the given sessions that are not withdrawn, in no particular order. */
export async function listSessionsByIds(
  db: Database,
  userId: string,
  language: Language,
  ids: string[],
) {
  if (ids.length === 0) return [];
  const on = buildJoins(userId, language);
  return db
    .select(summaryColumns)
    .from(contents)
    .innerJoin(contentTexts, on.text)
    .innerJoin(authorTexts, on.author)
    .leftJoin(progress, on.progress)
    .where(and(inArray(contents.id, ids), isNull(contents.withdrawnAt)))
    .limit(ids.length);
}

/** Returns the SQL and parameters of the session list, so that a benchmark can measure the statement. */
export function buildListStatement(db: Database) {
  return getPageStatement(db, {
    sort: 'newest',
    byCategory: false,
    afterCursor: false,
    atHome: false,
    bySituation: false,
    byForm: false,
  }).getQuery();
}

/** How many sessions a recommendation chooses from: the newest ones. */
const MAX_CANDIDATES = 500;

/**
 * Lists the sessions that can be recommended: the newest 500 that suit a listener at home, with the person's
 * progress.
 */
export function listCandidates(db: Database, userId: string, language: Language) {
  return listContents(db, userId, {
    language,
    sort: 'newest',
    limit: MAX_CANDIDATES,
    after: null,
    atHome: true,
  });
}

/** One session with its script and what this person did with it. Null when unknown or withdrawn. */
export async function findContent(
  db: Database,
  userId: string,
  contentId: string,
  language: Language,
) {
  const on = buildJoins(userId, language);
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
