/** Matches text that a voice speaks: it has a letter or a digit. */
export const SPOKEN_CHARACTER_PATTERN = /[\p{L}\p{N}]/u;

/** Counts the words of a text as a voice speaks them: parts between spaces with a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter((token) => SPOKEN_CHARACTER_PATTERN.test(token)).length;
}
