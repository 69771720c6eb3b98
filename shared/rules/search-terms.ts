const MAX_TERMS = 8;
const MAX_TERM_LENGTH = 40;

/**
 * The words of a search without accents or signs, in lower case: at most eight, of at most 40
 * characters. What is left holds letters and digits only, so that it can stand in a query as it is.
 */
export function parseSearchTerms(typed: string): string[] {
  const folded = typed
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, MAX_TERMS)
    .map((term) => Array.from(term).slice(0, MAX_TERM_LENGTH).join(''));
}
