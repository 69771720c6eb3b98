const EXCERPT_LENGTH = 160;
/** How much of what stands before the words is shown. */
const BEFORE = 30;

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns whether a text holds words, in any case, with accents or without. */
export const hasWords = (text: string, words: string): boolean =>
  fold(text).includes(fold(words.trim()));

/** Cuts what is shown of a text in which words were found out of it. */
export function cutExcerpt(text: string, words: string): string {
  const composed = text.normalize('NFC').replaceAll(/\s+/gu, ' ');
  const at = Math.max(0, fold(composed).indexOf(fold(words.trim())) - BEFORE);
  return composed.slice(at, at + EXCERPT_LENGTH);
}
