import type { Language } from './languages.ts';

/**
 * How a script names a fast heart or a short breath that a listener feels: signs of fear that an illness gives too. Few
 * and plain forms, because the list finds what an author forgot to declare and decides nothing else: which caution is
 * right stays for a reader (docs/decisions/115-cautions.md).
 */
const NAMED_SIGNS: Record<Language, RegExp> = {
  en: /\bhearts?\b[^.?!,;:]{0,16}\b(?:pound|rac(?:es?|ing)\b|thump|hammer|quick\b|fast\b|faster\b)|\b(?:pounding|racing|quick|fast|hammering) heart|\bshort of breath|\bfeels? like too little air/iu,
  fr: /cœur[^.?!,;:]{0,16} (?:cogn|s’emball|s’accél|galop|vite(?!\p{L}))|souffle court|(?:croi\p{L}* manquer|(?:je|on|vous) manqu\p{L}*) d’air/iu,
};

/** Returns whether a sentence names a fast heart or a short breath that a listener feels. */
export const namesFastHeartOrShortBreath = (text: string, language: Language): boolean =>
  NAMED_SIGNS[language].test(text);

const HELPLINE: Record<Language, RegExp> = {
  en: /\ba helpline\b/iu,
  fr: /une ligne d’écoute/iu,
};

/** Returns whether a sentence sends the listener to a helpline, whose number must then be said. */
export const namesHelpline = (text: string, language: Language): boolean =>
  HELPLINE[language].test(text);
