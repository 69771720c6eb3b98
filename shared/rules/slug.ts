const MAX_SLUG_LENGTH = 60;

/**
 * Builds a URL slug from a title: lower-case letters without accents, digits and hyphens, at most 60 characters; empty
 * for a title without letters and digits.
 */
export function buildSlug(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/gu, 'oe')
    .replace(/æ/gu, 'ae')
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/gu, '');
}
