import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Category } from '#shared/contract/fields.ts';
import { paths } from '#web/lib/paths.ts';

export const CATEGORIES = ['podcast', 'technical', 'meditation'] as const satisfies Category[];
export const SORTS = ['newest', 'shortest'] as const;
export type Sort = (typeof SORTS)[number];

/** The category an address names: null for all of them, undefined when there is no such category. */
export function categoryOf(segment: string | undefined): Category | null | undefined {
  if (segment === undefined || segment === '') return null;
  return CATEGORIES.find((category) => category === segment);
}

/** The order an address asks for; newest first unless it says shortest. */
export function sortOf(search: string): Sort {
  return new URLSearchParams(search).get('sort') === 'shortest' ? 'shortest' : 'newest';
}

/** What is on the wall: a part of the library, in an order, and what was searched for in it. */
export interface Choice {
  category: Category | null;
  sort: Sort;
  search: string;
}

/** What an address searches for; nothing unless told. */
export function searchOf(search: string): string {
  return (new URLSearchParams(search).get('q') ?? '').trim();
}

/** The address of a choice; what is usual is not written. */
export function addressOf({ category, sort, search }: Choice): string {
  const query = new URLSearchParams({
    ...(sort !== 'newest' && { sort }),
    ...(search !== '' && { q: search }),
  }).toString();
  const path = paths.library(category ?? undefined);
  return query === '' ? path : `${path}?${query}`;
}

/** How long a session is called new, from its publication. */
export const NEW_MS = 14 * 86_400_000;

export type Badge = 'completed' | 'recommended' | 'new';

/** The badges of a session, the most useful first. What is finished is no longer called new. */
export function badgesOf(
  { id, completed, publishedAt }: Pick<ContentSummary, 'id' | 'completed' | 'publishedAt'>,
  recommended: ReadonlySet<string>,
  now: Date,
): Badge[] {
  const age = now.getTime() - Date.parse(publishedAt);
  const isNew = !completed && age >= 0 && age < NEW_MS;
  const badges: [Badge, boolean][] = [
    ['recommended', recommended.has(id)],
    ['completed', completed],
    ['new', isNew],
  ];
  return badges.filter(([, shown]) => shown).map(([badge]) => badge);
}

/** The sessions of all pages in order, each once, whatever was published between two pages. */
export function eachOnce(pages: readonly { items: readonly ContentSummary[] }[]): ContentSummary[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
