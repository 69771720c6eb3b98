import type { Language } from '#shared/rules/languages.ts';

/**
 * What every session of the library is about. Beside other words they tell nothing: `fear of heights` asks for heights.
 * Without accents, as search terms are.
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

/** The terms that tell one session from another; all of them when none does. */
export function selectTellingTerms(
  terms: readonly string[],
  language: Language,
): readonly string[] {
  const telling = terms.filter((term) => !COMMON_TERMS[language].has(term));
  return telling.length > 0 ? telling : terms;
}
