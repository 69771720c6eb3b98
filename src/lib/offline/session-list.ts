import type { ContentSummary } from '#shared/contract/contents.ts';
import { parseSearchTerms } from '#shared/rules/search-terms.ts';
import type { ReplyOf } from '#web/lib/api.ts';

type SessionPage = ReplyOf<'GET /api/contents'>;

const toWords = ({ title, summary, tags, author }: ContentSummary) =>
  parseAll([title, summary, author, ...tags].join(' '));

/** Splits a text of any length into the words that a search is made of. */
const parseAll = (text: string) => text.split(/\s+/).flatMap(parseSearchTerms);

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

/**
 * Answers `GET /api/contents` without a network, from the stored list of all sessions, as the server would for the
 * query `question`: filtered, or searched by prefixes of words (situation and form are then ignored), sorted, all on
 * one page. Undefined when `question` has a cursor, which only the server can continue.
 */
export function listCachedSessions(
  sessions: readonly ContentSummary[],
  question: URLSearchParams,
): SessionPage | undefined {
  if (question.has('cursor')) return undefined;
  const terms = parseSearchTerms(question.get('search') ?? '');
  const filters = new URLSearchParams(question);
  if (terms.length > 0) for (const name of ['situation', 'form']) filters.delete(name);
  const found = sessions.filter((item) => {
    if (!hasFilters(item, filters)) return false;
    const words = toWords(item);
    return terms.every((term) => words.some((word) => word.startsWith(term)));
  });
  const items =
    question.get('sort') === 'shortest'
      ? found.toSorted((one, other) => one.durationMs - other.durationMs)
      : found.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
  return { items, nextCursor: null, total: terms.length > 0 ? null : items.length, near: false };
}
