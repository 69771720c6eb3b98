import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Category } from '#shared/contract/fields.ts';
import { paths } from '#web/lib/paths.ts';

export const CATEGORIES = ['podcast', 'technical', 'meditation'] as const satisfies Category[];
export const SORTS = ['newest', 'shortest'] as const;
export type Sort = (typeof SORTS)[number];

/** Parses the category in the URL: null for all, undefined when there is no such category. */
export function parseCategory(segment: string | undefined): Category | null | undefined {
  if (segment === undefined || segment === '') return null;
  return CATEGORIES.find((category) => category === segment);
}

/** Parses the sort order in the URL; newest first by default. */
export function parseSort(search: string): Sort {
  return new URLSearchParams(search).get('sort') === 'shortest' ? 'shortest' : 'newest';
}

/** The library's filter: category, sort order and search text. */
export interface LibraryFilter {
  category: Category | null;
  sort: Sort;
  search: string;
}

/** Reads the search term from a URL's query string (`?q=`); empty by default. */
export function parseSearchTerm(search: string): string {
  return (new URLSearchParams(search).get('q') ?? '').trim();
}

/** Builds the URL of a filter; defaults are left out. */
export function buildLibraryUrl({ category, sort, search }: LibraryFilter): string {
  const query = new URLSearchParams({
    ...(sort !== 'newest' && { sort }),
    ...(search !== '' && { q: search }),
  }).toString();
  const path = paths.library(category ?? undefined);
  return query === '' ? path : `${path}?${query}`;
}

/** How long after its publication a session counts as new. */
export const NEW_FOR_MS = 14 * 86_400_000;

export type Badge = 'completed' | 'recommended' | 'new';

/** A session's badges, the most useful first. A completed session is not called new. */
export function getBadges(
  { id, completed, publishedAt }: Pick<ContentSummary, 'id' | 'completed' | 'publishedAt'>,
  recommended: ReadonlySet<string>,
  now: Date,
): Badge[] {
  const age = now.getTime() - Date.parse(publishedAt);
  const isNew = !completed && age >= 0 && age < NEW_FOR_MS;
  const badges: [Badge, boolean][] = [
    ['recommended', recommended.has(id)],
    ['completed', completed],
    ['new', isNew],
  ];
  return badges.filter(([, shown]) => shown).map(([badge]) => badge);
}

/** Flattens the pages, dropping duplicates that appear when a session is published between two fetches. */
export function dedupeSessions(
  pages: readonly { items: readonly ContentSummary[] }[],
): ContentSummary[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
