/** The orders of a list of sessions; by relevance only where something is searched for. */
export const SORTS = ['relevance', 'newest', 'shortest'] as const;
export type Sort = (typeof SORTS)[number];

/** Chooses the order of a list: the chosen one, where it makes sense. */
export function chooseSort(chosen: Sort | null | undefined, searching: boolean): Sort {
  if (searching) return chosen ?? 'relevance';
  return chosen === 'shortest' ? 'shortest' : 'newest';
}

const MAX_TERMS = 8;
const MAX_TERM_LENGTH = 40;

/** Compounds that people write in one word, in two, or with a hyphen; the index holds them in one. */
const COMPOUNDS = [
  [/\b(?:take|takes|taking|took)[\s-]?off(s?)\b/g, 'takeoff$1'],
  [/\bgo(?:es|ing)?[\s-]around(s?)\b/g, 'goaround$1'],
  [/\bcheck(?:ing)?[\s-]in\b/g, 'checkin'],
] as const;

/**
 * Splits a search into words without accents or signs, in lower case: at most eight, of at most 40 characters. They
 * hold letters and digits only, so that they need no escaping in a query.
 */
export function parseSearchTerms(typed: string): string[] {
  const folded = typed
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  let joined = folded;
  for (const [pattern, compound] of COMPOUNDS) joined = joined.replaceAll(pattern, compound);
  return (joined.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, MAX_TERMS)
    .map((term) => Array.from(term).slice(0, MAX_TERM_LENGTH).join(''));
}
