import type { Language } from './languages.ts';

/** Places to which no homework sends a listener alone: heights, water in the dark, and parked cars. */
const PLACES: Record<Language, RegExp> = {
  en: /\b(?:bridges?|balcon(?:y|ies)|stairwells?|towers?|cliffs?|piers?|jett(?:y|ies)|shores?|beach(?:es)?|lighthouses?|rooftops?|viewpoints?|upstairs windows?(?! that’s shut)|parked cars?)\b/iu,
  fr: /(?<!\p{L})(?:sur (?:un|le) pont|balcons?|cages? d’escalier|volée d’un escalier|quatrième étage|falaises?|jetées?|rivages?|plages?|phares?|belvédères?|bord de l’eau|voitures? garées?)(?!\p{L})/iu,
};
/** Places beside trains or traffic, to which company makes no difference. */
const EDGES: Record<Language, RegExp> = {
  en: /\b(?:platforms?|kerbs?|roadsides?|(?:railway|train|busy) stations?)\b/iu,
  fr: /(?<!\p{L})(?:(?:sur (?:le|un)|bord (?:du|d’un)) (?:quai|trottoir)|bord (?:de la|d’une) route|dans (?:une|la) gare)(?!\p{L})/iu,
};
/** What keeps the listener away from the edge: it is named and forbidden, or the task is in a hall. */
const AWAY: Record<Language, RegExp> = {
  en: /\b(?:(?:never|not) (?:on|near) (?:a|the) (?:platform|kerb)|(?:off|away from) the (?:platform|kerb)s?|halls?)\b/iu,
  fr: /(?<!\p{L})(?:(?:jamais|pas) sur (?:un|le) (?:quai|trottoir)|loin (?:des|du) (?:quai|trottoir)s?|halls?)(?!\p{L})/iu,
};
const COMPANY: Record<Language, RegExp> = {
  en: /\b(?:(?:somebody|someone|a friend) (?:along|beside|with)|with (?:somebody|someone|a friend))\b/iu,
  fr: /avec quelqu’un|quelqu’un (?:avec|près de|à côté de) vous|accompagn|à deux/iu,
};
/** The paragraphs at the end of a script in which it says what to practise in real life. */
const CLOSING_PARAGRAPHS = 5;

/**
 * Returns the last five paragraphs of a script's source, without cues and comments: those that may ask the listener to
 * do something afterwards (homework).
 */
export const listClosingParagraphs = (raw: string): string[] =>
  raw
    .slice(raw.indexOf('\n---\n') + 5)
    .split('\n')
    .filter((line) => line !== '' && !/^[[#]/u.test(line))
    .slice(-CLOSING_PARAGRAPHS);

/**
 * Finds unsafe homework in a script's closing paragraphs: returns a fault for each one that sends the listener to a
 * height, to water or into a parked car alone, or to a platform or a kerb at all.
 */
export function findUnsafeHomework(paragraphs: readonly string[], language: Language): string[] {
  return paragraphs
    .filter(
      (text) =>
        (PLACES[language].test(text) && !COMPANY[language].test(text)) ||
        (EDGES[language].test(text) && !AWAY[language].test(text)),
    )
    .map((text) => `sends somebody to a place that is not safe, or not alone: ${text}`);
}
