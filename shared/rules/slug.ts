const MAX_SLUG_LENGTH = 60;

/** Builds the part of an address that stands for a title: lower-case letters, digits and hyphens; empty for a title without them. */
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
