/** The pages a banner can be shown on (specification, section 5). */
export const BANNER_PAGE_KEYS = [
  'homepage',
  'content-library',
  'programs',
  'profile',
  'content-player',
  'subscription',
] as const;
export type PageKey = (typeof BANNER_PAGE_KEYS)[number];

const BY_FIRST_SEGMENT: ReadonlyMap<string, PageKey> = new Map([
  ['content-library', 'content-library'],
  ['programs', 'programs'],
  ['profile', 'profile'],
  ['subscription', 'subscription'],
]);

/**
 * Returns the key that identifies a page in banners and feedback, by its path (without query or fragment). Pages below
 * a page have its key, such as a category of the library; every other path has `homepage`.
 */
export function getPageKey(path: string): PageKey {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  if (first === 'content' && second !== '') return 'content-player';
  return BY_FIRST_SEGMENT.get(first) ?? 'homepage';
}
