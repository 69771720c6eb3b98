/**
 * The pages a banner can be shown on (specification, section 5). A new key needs: its path in `BY_FIRST_SEGMENT` or
 * `getPageKey`, a row in the test, and its name under `pages` in `studio-banners.json` and `feedback.json` of both
 * languages; no migration. Its pages then show no more what is meant for `homepage`. Rows of `banners` hold keys, so
 * that one is taken away only with a migration.
 */
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
