import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { parseSearchTerms } from '#shared/rules/search-terms.ts';
import type { TonightFear } from '#shared/rules/tonight.ts';
import type { ReplyOf } from '#web/lib/api.ts';

type SessionPage = ReplyOf<'GET /api/contents'>;

/** Returns whether a session has the category, the situation and the form that are asked for. */
function hasFilters(session: ContentSummary, question: URLSearchParams): boolean {
  const category = question.get('category');
  const situation = question.get('situation');
  const form = question.get('form');
  return (
    (!category || session.category === category) &&
    (!situation || session.situations.some((one) => one === situation)) &&
    (!form || session.form === form)
  );
}

/** Filters sessions by the fear that they are mainly about; all of them where none is asked for. */
async function filterByFear(
  sessions: readonly ContentSummary[],
  fear: string | null,
): Promise<readonly ContentSummary[]> {
  if (!fear) return sessions;
  const { isMainlyAboutFear } = await import('#shared/rules/tonight.ts');
  return sessions.filter(({ areas }) => isMainlyAboutFear(areas, fear as TonightFear));
}

const sortNewest = (sessions: readonly ContentSummary[]) =>
  sessions.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
const sortShortest = (sessions: readonly ContentSummary[]) =>
  sessions.toSorted((one, other) => one.durationMs - other.durationMs);

/**
 * Answers `GET /api/contents` without a network, from the stored list of all sessions, as the server would for the
 * query `question`: filtered, or searched (situation, fear and form are then ignored), sorted, all on one page. `readTexts`
 * reads the stored sessions, in which a search looks too. Undefined when `question` has a cursor, which only the server
 * can continue.
 */
export async function buildSessionPageFromCache(
  sessions: readonly ContentSummary[],
  question: URLSearchParams,
  readTexts: () => Promise<readonly Pick<ContentDetail, 'id' | 'cues'>[]> = async () => [],
): Promise<SessionPage | undefined> {
  if (question.has('cursor')) return undefined;
  const sort = question.get('sort');
  const terms = parseSearchTerms(question.get('search') ?? '');
  const filters = new URLSearchParams(question);
  if (terms.length > 0) for (const name of ['situation', 'fear', 'form']) filters.delete(name);
  const about = await filterByFear(sessions, filters.get('fear'));
  const listed = sortNewest(about.filter((item) => hasFilters(item, filters)));
  if (terms.length === 0) {
    const items = sort === 'shortest' ? sortShortest(listed) : listed;
    return { items, nextCursor: null, total: items.length, near: false };
  }
  const { searchSessionsOnDevice } = await import('#web/lib/session-search.ts');
  const { found, near } = await searchSessionsOnDevice(listed, terms, await readTexts());
  const items =
    sort === 'shortest' ? sortShortest(found) : sort === 'newest' ? sortNewest(found) : found;
  return { items, nextCursor: null, total: null, near };
}
