import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { parseSearchTerms, splitWords } from '#shared/rules/search-terms.ts';
import type { ReplyOf } from '#web/lib/api.ts';

type SessionPage = ReplyOf<'GET /api/contents'>;

const toWords = ({ title, summary, tags, author }: ContentSummary) =>
  splitWords([title, summary, author, ...tags].join(' '));

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

/** Returns the words that a session says. */
const toSpokenWords = ({ cues }: Pick<ContentDetail, 'cues'>) =>
  splitWords(cues.map((cue) => (cue.type === 'say' ? cue.text : '')).join(' '));

/**
 * Answers `GET /api/contents` without a network, from the stored list of all sessions, as the server would for the
 * query `question`: filtered, or searched by prefixes of words (situation and form are then ignored), sorted, all on
 * one page. `texts` are the stored sessions, in which a search looks too; what is found by its title, summary, tags or
 * author comes first. Undefined when `question` has a cursor, which only the server can continue.
 */
export function listCachedSessions(
  sessions: readonly ContentSummary[],
  question: URLSearchParams,
  texts: readonly Pick<ContentDetail, 'id' | 'cues'>[] = [],
): SessionPage | undefined {
  if (question.has('cursor')) return undefined;
  const terms = parseSearchTerms(question.get('search') ?? '');
  const filters = new URLSearchParams(question);
  if (terms.length > 0) for (const name of ['situation', 'form']) filters.delete(name);
  const byId = new Map(texts.map((text) => [text.id, text]));
  const areAllIn = (words: readonly string[]) =>
    terms.every((term) => words.some((word) => word.startsWith(term)));
  const listed = sessions.filter((item) => hasFilters(item, filters));
  const named = listed.filter((item) => areAllIn(toWords(item)));
  const spoken = listed.filter((item) => {
    const text = byId.get(item.id);
    return text && !named.includes(item) && areAllIn([...toWords(item), ...toSpokenWords(text)]);
  });
  const items =
    question.get('sort') === 'shortest'
      ? [...named, ...spoken].toSorted((one, other) => one.durationMs - other.durationMs)
      : [named, spoken].flatMap((found) =>
          found.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt)),
        );
  return { items, nextCursor: null, total: terms.length > 0 ? null : items.length, near: false };
}
