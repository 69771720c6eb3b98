import { SPOKEN_CHARACTER_PATTERN } from './spoken-words.ts';

export type ScriptLanguage = 'en' | 'fr';

// A point after one of these never ends a sentence. Words that are also ordinary ones ("no", "vol",
// "est", "sec", "col") are left out on purpose: losing a pause there is worse than an odd one elsewhere.
const ABBREVIATIONS: Record<ScriptLanguage, ReadonlySet<string>> = {
  en: new Set('mr mrs ms dr prof st messrs capt sgt lt hon vs cf approx ca viz mt'.split(' ')),
  fr: new Set('mm mme mmes mlle mlles dr drs pr prof st ste cdt cf ex env p.ex'.split(' ')),
};
const BEFORE_A_NUMBER = new Set(['no', 'p', 'pp', 'fig', 'chap']);
const INNER_POINTS = new Set(['e.g', 'i.e', 'c.-à-d', 'c.à.d', 'n.b', 'p.s', 'p.ex']);

// Terminators, then whatever closes a quotation or a bracket; French sets a no-break space before ».
const SENTENCE_END = /(?<![.!?…])[.!?…]+(?:[\s\u00a0\u202f]*»|["”’')\]])*(?=[ \t])/gu;

// Looking at all of a line from each of its points would take a time that grows with the square of its length.
/** Longer words are no abbreviation. */
const LONGEST_ABBREVIATION = 40;
/** How far after a point the letter is that begins a sentence. */
const MAX_OPENING_LENGTH = 200;

function isAbbreviationPoint(before: string, after: string, language: ScriptLanguage): boolean {
  const token = /[^\s«“"'(‘[\u2019]*$/u.exec(before.slice(-LONGEST_ABBREVIATION))?.[0] ?? '';
  const lower = token.toLowerCase();
  if (ABBREVIATIONS[language].has(lower) || INNER_POINTS.has(lower)) return true;
  if (BEFORE_A_NUMBER.has(lower) && /^\p{N}/u.test(after)) return true;
  // Initials and initialisms: "M. Dupont", "J. R. Smith", "U.S. Navy"; but "and so am I. Then".
  if (/^\p{Lu}(?:\.\p{Lu})*$/u.test(token)) return !(language === 'en' && token === 'I');
  // A numbered line: "1. Sit down."
  return /^\p{N}+$/u.test(token) && before.trim() === token;
}

/**
 * Splits one paragraph into the sentences that are spoken one by one. Splits only at ordinary spaces, so the words do
 * not change and a no-break space keeps a sentence whole. No sentence begins with a lower-case letter, which keeps « Ça
 * va ? » demande-t-il, "e.g. this" and "Well… yes" together.
 */
export function splitSentences(paragraph: string, language: ScriptLanguage): string[] {
  const text = paragraph.trim();
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    const after = text.slice(end, end + MAX_OPENING_LENGTH).trimStart();
    if (/^\P{L}*?\p{Ll}/u.test(after) && !/^[^\p{L}]*\p{N}/u.test(after)) continue;
    if (
      !SPOKEN_CHARACTER_PATTERN.test(text.slice(start, end)) ||
      !SPOKEN_CHARACTER_PATTERN.test(after)
    )
      continue;
    const onlyPoint = match[0] === '.';
    if (onlyPoint && isAbbreviationPoint(text.slice(start, match.index), after, language)) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest) sentences.push(rest);
  return sentences;
}
