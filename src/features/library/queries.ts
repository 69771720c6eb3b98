import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Category } from '#shared/contract/fields.ts';
import { dashboardQuery } from '#web/features/home/queries.ts';
import { api, urlOf } from '#web/lib/api.ts';
import type { Sort } from './model.ts';

const LIST = 'GET /api/contents';
const PAGE_SIZE = 20;

/** Sessions a page at a time; titles come in the profile's language, so each language is kept apart. */
export function useSessions(category: Category | null, sort: Sort) {
  const { i18n } = useTranslation();
  const query = { sort, limit: PAGE_SIZE, ...(category && { category }) };
  return useInfiniteQuery({
    queryKey: [urlOf(LIST, {}, query), 'pages', i18n.language],
    queryFn: ({ pageParam, signal }) =>
      api(LIST, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The wall stays while another order or part of it is fetched, and nothing jumps.
    placeholderData: keepPreviousData,
    // A session finished meanwhile shows its badge as soon as one comes back here.
    staleTime: 0,
  });
}

/** Ids of the sessions recommended today; empty while unknown, since the library never waits for it. */
export function useRecommendedIds(): ReadonlySet<string> {
  const { i18n } = useTranslation();
  const { data } = useQuery({ ...dashboardQuery(i18n.language), staleTime: 5 * 60_000 });
  return new Set(data?.recommendations.map(({ content }) => content.id));
}
