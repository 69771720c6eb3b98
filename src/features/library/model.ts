import type { ContentSummary } from '#shared/contract/contents.ts';
import type { SessionCategory } from '#shared/contract/fields.ts';
import { type Situation, SITUATIONS } from '#shared/rules/situations.ts';
import type { TonightFear } from '#shared/rules/tonight.ts';
import {
  chooseSessionListSort,
  type SessionListSort,
  SESSION_LIST_SORTS,
} from '#shared/rules/search-terms.ts';
import { paths } from '#web/lib/paths.ts';

export const SESSION_CATEGORIES = [
  'podcast',
  'technical',
  'meditation',
] as const satisfies SessionCategory[];

/** Parses the category in the URL: null for all, undefined when there is no such category. */
export function parseCategory(segment: string | undefined): SessionCategory | null | undefined {
  if (segment === undefined || segment === '') return null;
  return SESSION_CATEGORIES.find((category) => category === segment);
}

/** What a person may look for by where they are: a situation, or all that is made for the seat. */
export type SituationOrSeat = Situation | 'seat';
export const SITUATIONS_AND_SEAT: readonly SituationOrSeat[] = ['seat', ...SITUATIONS];

/** Reads the situation or `seat` from a URL's query string (`?for=`); null when it names none. */
export function parseSituationOrSeatParam(search: string): SituationOrSeat | null {
  const written = new URLSearchParams(search).get('for');
  return SITUATIONS_AND_SEAT.find((place) => place === written) ?? null;
}

/** The sessions for the seat in the order of a flight. */
const SEAT_ORDER = ['boarding', 'taxi', 'take-off', 'climb', 'cruise', 'turbulence', 'descent'];

/**
 * Sorts the sessions made for the aircraft seat by the phase of the flight in their slug (`seat-boarding`); others come
 * last.
 */
export function sortSeatSessionsByFlightPhase<Session extends Pick<ContentSummary, 'slug'>>(
  sessions: readonly Session[],
): Session[] {
  const place = ({ slug }: Session) => {
    const index = SEAT_ORDER.indexOf(slug.replace(/^seat-/, ''));
    return index < 0 ? SEAT_ORDER.length : index;
  };
  return sessions.toSorted((a, b) => place(a) - place(b));
}

/** The words of the night page. They are written again, so that the dashboard's script does not bring its sessions along. */
export const FEARS = [
  'shaking',
  'crashing',
  'shut-in',
  'panicking',
] as const satisfies TonightFear[];

/** Reads the fear from a URL's query string (`?fear=`); null when it names none. */
export function parseFearParam(search: string): TonightFear | null {
  const written = new URLSearchParams(search).get('fear');
  return FEARS.find((fear) => fear === written) ?? null;
}

/** The library's filter: category, situation or seat, fear, sort order and search text. A search goes through all sessions. */
export interface LibraryFilter {
  category: SessionCategory | null;
  situationOrSeat: SituationOrSeat | null;
  fear: TonightFear | null;
  sort: SessionListSort;
  search: string;
}

/** Reads the search term from a URL's query string (`?q=`); empty by default. */
export function parseSearchTerm(search: string): string {
  return (new URLSearchParams(search).get('q') ?? '').trim();
}

/** Parses the sort order in the URL; by default relevance for a search, else newest first. */
export function parseSort(search: string): SessionListSort {
  const written = new URLSearchParams(search).get('sort');
  const chosen = SESSION_LIST_SORTS.find((sort) => sort === written);
  return chooseSessionListSort(chosen, parseSearchTerm(search) !== '');
}

/** Lists the sort orders that the library offers: relevance only for a search. */
export function listSorts({ search }: Pick<LibraryFilter, 'search'>): readonly SessionListSort[] {
  return search === ''
    ? SESSION_LIST_SORTS.filter((sort) => sort !== 'relevance')
    : SESSION_LIST_SORTS;
}

/**
 * Returns the library's filter with another search text, and without the situation or seat and the fear if there is
 * a text. A sort order that is not the default of the former filter stays; otherwise the new default applies.
 */
export function changeFilterSearch(filter: LibraryFilter, search: string): LibraryFilter {
  const chosen =
    filter.sort === chooseSessionListSort(null, filter.search !== '') ? null : filter.sort;
  return {
    ...filter,
    ...(search !== '' && { situationOrSeat: null, fear: null }),
    search,
    sort: chooseSessionListSort(chosen, search !== ''),
  };
}

/** Builds the URL of the library with a filter; defaults are left out. */
export function buildLibraryUrl({
  category,
  situationOrSeat,
  fear,
  sort,
  search,
}: LibraryFilter): string {
  const query = new URLSearchParams({
    ...(situationOrSeat && { for: situationOrSeat }),
    ...(fear && { fear }),
    ...(sort !== chooseSessionListSort(null, search !== '') && { sort }),
    ...(search !== '' && { q: search }),
  }).toString();
  const path = paths.library(category ?? undefined);
  return query === '' ? path : `${path}?${query}`;
}

/** How long after its publication a session counts as new. */
export const NEW_BADGE_MS = 14 * 86_400_000;

export type SessionBadge = 'completed' | 'recommended' | 'new';

/**
 * Returns a session's badges, the most useful first. `new` is a session published within 14 days, not completed, and
 * published after the person signed up, so that a newcomer does not see the mark on every card.
 */
export function getSessionBadges(
  { id, completed, publishedAt }: Pick<ContentSummary, 'id' | 'completed' | 'publishedAt'>,
  recommended: ReadonlySet<string>,
  { now, memberSince }: { now: Date; memberSince: string },
): SessionBadge[] {
  const published = Date.parse(publishedAt);
  const age = now.getTime() - published;
  const isNew = !completed && age >= 0 && age < NEW_BADGE_MS && published > Date.parse(memberSince);
  const badges: [SessionBadge, boolean][] = [
    ['recommended', recommended.has(id)],
    ['completed', completed],
    ['new', isNew],
  ];
  return badges.filter(([, shown]) => shown).map(([badge]) => badge);
}

/**
 * Flattens the loaded pages of sessions into one list, dropping duplicates, which appear when a session is published
 * between two fetches.
 */
export function flattenSessionPages(
  pages: readonly { items: readonly ContentSummary[] }[],
): ContentSummary[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
