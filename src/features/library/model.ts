import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Category } from '#shared/contract/fields.ts';
import { chooseSort, type Sort, SORTS } from '#shared/rules/search-terms.ts';
import { paths } from '#web/lib/paths.ts';

export const CATEGORIES = ['podcast', 'technical', 'meditation'] as const satisfies Category[];

/** Parses the category in the URL: null for all, undefined when there is no such category. */
export function parseCategory(segment: string | undefined): Category | null | undefined {
  if (segment === undefined || segment === '') return null;
  return CATEGORIES.find((category) => category === segment);
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

/** Parses the sort order in the URL; by default relevance for a search, else newest first. */
export function parseSort(search: string): Sort {
  const written = new URLSearchParams(search).get('sort');
  const chosen = SORTS.find((sort) => sort === written);
  return chooseSort(chosen, parseSearchTerm(search) !== '');
}

/** Lists the sort orders to choose from: relevance only for a search. */
export function listSorts({ search }: Pick<LibraryFilter, 'search'>): readonly Sort[] {
  return search === '' ? SORTS.filter((sort) => sort !== 'relevance') : SORTS;
}

/** Changes the search text; an order that nobody chose becomes the default of what is searched for now. */
export function changeSearch(filter: LibraryFilter, search: string): LibraryFilter {
  const chosen = filter.sort === chooseSort(null, filter.search !== '') ? null : filter.sort;
  return { ...filter, search, sort: chooseSort(chosen, search !== '') };
}

/** Builds the URL of a filter; defaults are left out. */
export function buildLibraryUrl({ category, sort, search }: LibraryFilter): string {
  const query = new URLSearchParams({
    ...(sort !== chooseSort(null, search !== '') && { sort }),
    ...(search !== '' && { q: search }),
  }).toString();
  const path = paths.library(category ?? undefined);
  return query === '' ? path : `${path}?${query}`;
}

/** How long after its publication a session counts as new. */
export const NEW_FOR_MS = 14 * 86_400_000;

export type Badge = 'completed' | 'recommended' | 'new';

/** Returns a session's badges, the most useful first. A completed session is not called new. */
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
