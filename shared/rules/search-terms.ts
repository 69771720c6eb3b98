/** Orders of a list of sessions; `relevance` only for a search. */
export const SESSION_LIST_SORTS = ['relevance', 'newest', 'shortest'] as const;
export type SessionListSort = (typeof SESSION_LIST_SORTS)[number];

/**
 * Returns the order of a list: when `searching`, the chosen one or else relevance; otherwise `shortest` if chosen, else
 * `newest`.
 */
export function chooseSessionListSort(
  chosen: SessionListSort | null | undefined,
  searching: boolean,
): SessionListSort {
  if (searching) return chosen ?? 'relevance';
  return chosen === 'shortest' ? 'shortest' : 'newest';
}

const MAX_TERMS = 8;
const MAX_TERM_LENGTH = 40;

/** Compounds that people write as one word, two, or with a hyphen; the index has them as one. */
const COMPOUNDS = [
  [/\b(?:take|takes|taking|took)[\s-]?off(s?)\b/g, 'takeoff$1'],
  [/\bgo(?:es|ing)?[\s-]around(s?)\b/g, 'goaround$1'],
  [/\bcheck(?:ing)?[\s-]in\b/g, 'checkin'],
] as const;

/**
 * Splits a search into words as `splitIntoSearchWords` does: at most eight, of at most 40 characters, duplicates kept. They hold
 * letters and digits only, so that a query needs no escaping.
 */
export const parseSearchTerms = (typed: string): string[] =>
  splitIntoSearchWords(typed)
    .slice(0, MAX_TERMS)
    .map((term) => Array.from(term).slice(0, MAX_TERM_LENGTH).join(''));

/**
 * Splits a text of any length into words in lower case, without accents. Compounds such as `take off` become one word.
 */
export function splitIntoSearchWords(text: string): string[] {
  if (text === '') return [];
  const folded = text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  let joined = folded;
  for (const [pattern, compound] of COMPOUNDS) joined = joined.replaceAll(pattern, compound);
  return joined.match(/[\p{L}\p{N}]+/gu) ?? [];
}
