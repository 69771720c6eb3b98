import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { SEARCH_SYNONYMS, removeStopWords } from '#shared/rules/search-vocabulary.ts';
import type { Language } from '#shared/rules/languages.ts';
import { splitIntoSearchWords } from '#shared/rules/search-terms.ts';

// The search of sessions without a network, in the order of the server's (decision 043), but for misspelt words, for which a
// device lacks the list of all words. Loaded only where a person searches.

type SpokenText = Pick<ContentDetail, 'id' | 'cues'>;

/**
 * Endings of inflected and derived words in both languages; what is left is taken for the beginning of every form. Of a
 * derived word at least five letters are left, so that it begins few others.
 */
const ENDINGS = /(?:(?<=.{5})(?:[ae]nces?|[ae]nte?s?|ations?)|ings?|ed|e?s|e|x)$/;
/** Shorter words are left as they are: what would be left begins too many others. */
const MIN_INFLECTED = 5;

/** Words that say nothing of a session, which PostgreSQL leaves out on the server. */
const FUNCTION_WORDS =
  /^(?:.{1,2}|the|and|for|with|les|des|une|que|qui|est|mon|mes|pour|dans|avec)$/;

/** Lists what a session must hold for these terms: all of them where each says nothing. */
function listBeginnings(terms: readonly string[], language: Language): string[] {
  const telling = terms.filter((term) => !FUNCTION_WORDS.test(term));
  return removeStopWords(telling.length > 0 ? telling : terms, language).map(toBeginning);
}

const toBeginning = (term: string): string =>
  term.length < MIN_INFLECTED ? term : term.replace(ENDINGS, '');

/** Returns the words of a session by where they stand, those that count most first; each with those before it. */
function listLevels(
  session: ContentSummary,
  text: SpokenText | undefined,
  asked: string,
): string[][] {
  const { areas, tags } = SEARCH_SYNONYMS[session.language];
  const [main, ...others] = session.areas;
  const ofArea = (area: keyof typeof areas | undefined) => (area ? (areas[area] ?? '') : '');
  const spoken = (text?.cues ?? []).map((cue) => (cue.type === 'say' ? cue.text : ''));
  const parts = [
    [session.title],
    [
      ...session.tags,
      asked,
      ofArea(main),
      ...session.tags.map((tag) => tags[tag.toLowerCase()] ?? ''),
    ],
    [session.summary, ...others.map(ofArea)],
    [session.author, ...spoken],
  ];
  const words: string[] = [];
  return parts.map((part) => {
    words.push(...splitIntoSearchWords(part.join(' ')));
    return [...words];
  });
}

/** Loads the words of the questions that sessions answer, by their slugs; none where a device does not keep them yet. */
async function loadAskedWords(language: Language): Promise<Record<string, string>> {
  const words = await import('#shared/rules/session-search-words.ts').catch(() => null);
  return words?.SEARCH_WORDS_BY_SESSION[language] ?? {};
}

/**
 * Searches sessions for words (`splitIntoSearchWords`): those that hold all of them, what names them in its title first, then in its
 * tags, its summary, its text; within these in the order given. Where none holds all, those that hold any of them: `near`.
 * `texts` are the sessions whose texts are known.
 */
export async function searchSessionsOnDevice(
  sessions: readonly ContentSummary[],
  terms: readonly string[],
  texts: readonly SpokenText[],
): Promise<{ found: ContentSummary[]; near: boolean }> {
  const byId = new Map(texts.map((text) => [text.id, text]));
  const language = sessions[0]?.language ?? 'en';
  const beginnings = listBeginnings(terms, language);
  const asked = await loadAskedWords(language);
  const levels = sessions.map((session) =>
    listLevels(session, byId.get(session.id), asked[session.slug] ?? ''),
  );
  const holds = (words: readonly string[]) => (beginning: string) =>
    words.some((word) => word.startsWith(beginning));
  const rank = (matches: (words: readonly string[]) => boolean): ContentSummary[] => {
    const places = levels.map((words) => words.findIndex(matches));
    return [0, 1, 2, 3].flatMap((level) => sessions.filter((_, at) => places[at] === level));
  };
  const all = rank((words) => beginnings.every(holds(words)));
  if (all.length > 0 || beginnings.length < 2) return { found: all, near: false };
  const any = rank((words) => beginnings.some(holds(words)));
  return { found: any, near: any.length > 0 };
}
