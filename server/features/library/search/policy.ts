import type { Language } from '#shared/rules/languages.ts';

/**
 * Words that are about every session, and so distinguish none: `fear of heights` is about heights. Without accents, as
 * search terms are.
 */
const COMMON_TERMS: Record<Language, ReadonlySet<string>> = {
  en: new Set(
    (
      'fear fears afraid scared frightened terrified scary anxiety anxious phobia feel feeling going want help ' +
      'fly flying flight flights plane planes aeroplane airplane aircraft'
    ).split(' '),
  ),
  fr: new Set(
    (
      'peur peurs angoisse angoisses anxiete phobie crainte effraye effrayee sentir sens etre aller vais veux aide ' +
      'avion avions vol vols voler voyage voyager prendre'
    ).split(' '),
  ),
};

/**
 * Removes the words too common in this library to distinguish sessions, such as `fear` and `flight` (a fixed list for
 * each language, without accents); returns all terms when none would be left.
 */
export function removeStopWords(terms: readonly string[], language: Language): readonly string[] {
  const specific = terms.filter((term) => !COMMON_TERMS[language].has(term));
  return specific.length > 0 ? specific : terms;
}
