import type { ContentSummary } from '#shared/contract/contents.ts';
import { parseSearchTerms } from '#shared/rules/search-terms.ts';
import type { ReplyOf } from '#web/lib/api.ts';

type SessionPage = ReplyOf<'GET /api/contents'>;

const toWords = ({ title, summary, tags, author }: ContentSummary) =>
  parseAll([title, summary, author, ...tags].join(' '));

/** Splits a text of any length into the words that a search is made of. */
const parseAll = (text: string) => text.split(/\s+/).flatMap(parseSearchTerms);

/**
 * Answers a question for a list of sessions from all of them: by category and words, the newest or the shortest first, in
 * one page. Undefined for what follows a page that the server began.
 */
export function listKeptSessions(
  sessions: readonly ContentSummary[],
  question: URLSearchParams,
): SessionPage | undefined {
  if (question.has('cursor')) return undefined;
  const category = question.get('category');
  const terms = parseSearchTerms(question.get('search') ?? '');
  const found = sessions.filter((item) => {
    if (category !== null && item.category !== category) return false;
    const words = toWords(item);
    return terms.every((term) => words.some((word) => word.startsWith(term)));
  });
  const items =
    question.get('sort') === 'shortest'
      ? found.toSorted((one, other) => one.durationMs - other.durationMs)
      : found.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
  return { items, nextCursor: null, near: false };
}
