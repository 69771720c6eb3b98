import type { Language } from './languages.ts';

/** Odds and promises: what docs/decisions/014-starter-library.md keeps out, whatever the tone. */
const FORBIDDEN: Record<Language, string[]> = {
  en: [
    String.raw`safest`,
    String.raw`statistic\p{L}*`,
    String.raw`(?:odds|chances?) (?:of|are|that)`,
    String.raw`one in (?:a|several|ten) (?:hundred|thousand|million)\p{L}*`,
    String.raw`more likely to die`,
    String.raw`death rates?`,
    String.raw`fatal\p{L}*`,
    String.raw`cure[ds]?`,
    String.raw`guarantee\p{L}*`,
    String.raw`miracle\p{L}*`,
    String.raw`\d+ ?(?:%|per ?cent) (?:success|of people|effective)`,
    String.raw`nothing can (?:happen|go wrong)`,
    String.raw`just relax`,
    String.raw`calm down`,
  ],
  fr: [
    String.raw`le plus sûr (?:des|moyen)`,
    String.raw`statistique\p{L}*`,
    String.raw`une chance sur`,
    String.raw`probabilité\p{L}*`,
    String.raw`mortalité`,
    String.raw`mortel\p{L}*`,
    String.raw`guéri(?:r|t|e|son|ssez|ssent)?`,
    String.raw`garanti\p{L}*`,
    String.raw`mirac(?:le|uleu)\p{L}*`,
    String.raw`\d+ ?(?:%|pour cent) de (?:réussite|succès)`,
    String.raw`rien ne peut (?:arriver|vous arriver)`,
    String.raw`calmez-vous`,
    String.raw`détendez-vous`,
  ],
};

/** Alcohol and medicines, which only an article about them names. */
const REMEDIES: Record<Language, string[]> = {
  en: [
    String.raw`(?:alcohol|wine|beer|whisky|gin|cocktail)s?`,
    String.raw`(?:xanax|valium|diazepam|lorazepam|alprazolam|benzodiazepine|beta.?blocker|sedative|tranquilli[sz]er|sleeping pill)s?`,
  ],
  fr: [
    String.raw`(?:alcool|vin|bière|whisky|cocktail)s?`,
    String.raw`(?:xanax|valium|lexomil|anxiolytique|benzodiazépine|bêta.?bloquant|somnifère|sédatif|calmant)s?`,
  ],
};

// `\b` knows no accents: a word ends where no letter follows.
const toWholeWordPattern = (source: string) =>
  new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'iu');
const toPatterns = ({ en, fr }: Record<Language, string[]>): Record<Language, RegExp[]> => ({
  en: en.map(toWholeWordPattern),
  fr: fr.map(toWholeWordPattern),
});
const PATTERNS = toPatterns(FORBIDDEN);
const REMEDY_PATTERNS = toPatterns(REMEDIES);

/**
 * Returns the words and phrases of a sentence that the library must not use, as written; at most one for each pattern.
 * Alcohol and medicines are among them unless the text is about them (`namesRemedies`).
 */
export function findForbiddenWords(
  sentence: string,
  language: Language,
  { namesRemedies = false } = {},
): string[] {
  const patterns = [...PATTERNS[language], ...(namesRemedies ? [] : REMEDY_PATTERNS[language])];
  return patterns.flatMap((pattern) => pattern.exec(sentence)?.[0] ?? []);
}
