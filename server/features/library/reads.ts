import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { combineOwnDataQueries } from '#server/db/own-data.ts';
import {
  libraryVersionQuery,
  parseSessionCacheKey,
  type ContentCacheKey,
} from '#server/features/contents/published/reads.ts';
import { authors, authorTexts, contents, contentTexts } from '#server/features/contents/table.ts';
import {
  ownCompletedSessionIdsQuery,
  ownSessionStateQuery,
} from '#server/features/player/reads.ts';
import type {
  SessionLibrary,
  LibrarySessionRow,
} from '#server/features/contents/published/reads.ts';
import type { SessionCategory, Language } from '#shared/contract/fields.ts';
import { isMainlyAboutFear, type TonightFear } from '#shared/rules/tonight.ts';
import type { SessionForm } from '#shared/rules/script-timing.ts';
import type { Situation } from '#shared/rules/situations.ts';

/**
 * Selection, for the statement that identifies the caller, of what a list of sessions needs: `version` of the published
 * library, the same for every reader, and `completed`, the ids of the sessions that the caller has finished.
 */
export const ownDataForLibraryListQuery = combineOwnDataQueries({
  version: libraryVersionQuery,
  completed: ownCompletedSessionIdsQuery,
});

/** Selection, for the statement that identifies the caller, of the `version` of the published library. */
export const ownDataForLibraryTextsQuery = combineOwnDataQueries({ version: libraryVersionQuery });

/**
 * Selection, for the statement that identifies the caller, of what the player needs: `version` of the published
 * library, and `session`, what the caller did with the session `contentId`.
 */
export const ownDataForContentDetailQuery = combineOwnDataQueries({
  version: libraryVersionQuery,
  session: ownSessionStateQuery,
});

/** Selects what the player needs of published sessions besides their summaries: author, sources, cues and recording. */
const selectScripts = (db: Database, language: Language, where?: SQL) =>
  db
    .select({
      id: contents.id,
      authorId: contents.authorId,
      authorAbout: authorTexts.about,
      authorPortrait: authors.portrait,
      sources: contentTexts.sources,
      cues: contentTexts.cues,
      recording: contentTexts.recording,
    })
    .from(contents)
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .innerJoin(
      authorTexts,
      and(eq(authorTexts.authorId, contents.authorId), eq(authorTexts.language, language)),
    )
    .innerJoin(authors, eq(authors.id, contents.authorId))
    .where(and(isNull(contents.unpublishedAt), where));

/** Loads what the player needs of a session besides its summary; null when it is unknown or unpublished. */
export async function findSessionDetail(db: Database, key: ContentCacheKey) {
  const { language, contentId } = parseSessionCacheKey(key);
  const [row] = await selectScripts(db, language, eq(contents.id, contentId)).limit(1);
  return row ?? null;
}

/** Loads the texts (scripts, authors and so on) of all sessions that are published, in one language. */
export async function readAllSessionTexts(db: Database, language: Language) {
  // Similar ones beside each other, which compresses best.
  const order = [asc(contents.authorId), asc(contents.slug)];
  return { language, rows: await selectScripts(db, language).orderBy(...order) };
}

export type SessionTexts = Awaited<ReturnType<typeof readAllSessionTexts>>;

export type SessionSort = 'newest' | 'shortest';
/** Keyset cursor: sort key and id of the last item of the previous page. */
export interface KeysetCursor {
  key: string;
  id: string;
}

export interface SessionPageQuery {
  category?: SessionCategory;
  sort: SessionSort;
  limit: number;
  after: KeysetCursor | null;
  /** Only sessions for this situation, mainly about this fear, or of this form. */
  situation?: Situation;
  fear?: TonightFear;
  form?: SessionForm;
}

/** Undefined filters nothing. */
interface Filters extends Record<'category' | 'situation' | 'form', string | undefined> {
  fear: TonightFear | undefined;
}

const passesFilters = (session: LibrarySessionRow, { category, situation, fear, form }: Filters) =>
  (category === undefined || session.category === category) &&
  (fear === undefined || isMainlyAboutFear(session.areas, fear)) &&
  (situation === undefined || session.situations.some((one) => one === situation)) &&
  (form === undefined || session.form === form);

/** The counts by filters for each library, which is a new object whenever something is published. */
const counts = new WeakMap<SessionLibrary, Map<string, number>>();

/** Counts the sessions of a library that pass the filters; cached for each library. */
export function countSessions(library: SessionLibrary, filters: Filters): number {
  const known = counts.get(library) ?? new Map<string, number>();
  counts.set(library, known);
  const key = `${filters.category} ${filters.situation} ${filters.fear} ${filters.form}`;
  const count =
    known.get(key) ??
    library.newest.reduce((sum, one) => sum + (passesFilters(one, filters) ? 1 : 0), 0);
  known.set(key, count);
  return count;
}

function buildAfterCursorFilter({ key, id }: KeysetCursor, sort: SessionSort) {
  const at = sort === 'newest' ? Date.parse(key) : Number(key);
  return (session: LibrarySessionRow) => {
    if (sort === 'shortest')
      return session.durationMs === at ? session.id > id : session.durationMs > at;
    const published = session.publishedAt.getTime();
    return published === at ? session.id < id : published < at;
  };
}

/**
 * Returns the sessions of one page, after the cursor, so that newly published sessions cause no repeats or gaps.
 * Returns `limit` + 1 sessions when there is a further page.
 */
export function listSessionPage(
  library: SessionLibrary,
  page: SessionPageQuery,
): LibrarySessionRow[] {
  const { category, sort, limit, after, situation, fear, form } = page;
  const isFurther = after && buildAfterCursorFilter(after, sort);
  const found: LibrarySessionRow[] = [];
  for (const session of library[sort]) {
    if (!passesFilters(session, { category, situation, fear, form })) continue;
    if (isFurther && !isFurther(session)) continue;
    if (found.push(session) > limit) break;
  }
  return found;
}

/** Number of sessions, the newest, among which recommendations are chosen. */
const MAX_CANDIDATES = 500;

/**
 * Lists the sessions that may be recommended: the newest 500 of the form `full`, for practice at home. Sessions with
 * `optIn`, such as those about fainting, only when they are in the person's `history`.
 */
export function listRecommendationCandidates(
  library: SessionLibrary,
  history: ReadonlyMap<string, unknown>,
): LibrarySessionRow[] {
  const isSuitable = ({ id, optIn }: LibrarySessionRow) => !optIn || history.has(id);
  return library.practices.filter(isSuitable).slice(0, MAX_CANDIDATES);
}
