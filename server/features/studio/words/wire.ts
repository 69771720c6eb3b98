import { findWordsInScript } from '#shared/rules/find-words.ts';
import type { Language } from '#shared/rules/languages.ts';
import { parseScriptTitle } from '../policy.ts';
import {
  type findSessionsWithWords,
  listSearchedLanguages,
  type WordSearchQuery,
} from './reads.ts';

type Session = Awaited<ReturnType<typeof findSessionsWithWords>>['sessions'][number];

/** Converts a session to the form for the list of what was found, with its title in one language. */
export function toSessionWithFoundWords(
  session: Session,
  query: WordSearchQuery,
  titleLanguage: Language,
) {
  const { contentId: id, slug, version, source } = session;
  const title = parseScriptTitle(source.scripts[titleLanguage]) || slug;
  const lines = listSearchedLanguages(query).flatMap((language) =>
    findWordsInScript(source.scripts[language], query).map((found) => ({ ...found, language })),
  );
  return { id, slug, version, title, lines };
}
