import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LIBRARY_PAGE_SIZE } from '#shared/rules/first-calls.ts';
import { buildDashboardQuery } from '#web/features/plan/queries.ts';
import { api, buildUrl } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { LibraryFilter } from './model.ts';

const LIST = 'GET /api/contents';

/**
 * Query of the sessions of a filter, page by page; the former list stays while another one loads. Titles come in the
 * profile's language, so the language is part of the key.
 */
export function useSessions({ category, situationOrSeat, fear, sort, search }: LibraryFilter) {
  const { i18n } = useTranslation();
  const query = {
    sort,
    limit: LIBRARY_PAGE_SIZE,
    ...(category && { category }),
    ...(situationOrSeat === 'seat'
      ? { form: situationOrSeat }
      : situationOrSeat && { situation: situationOrSeat }),
    ...(fear && { fear }),
    ...(search !== '' && { search }),
  };
  return useInfiniteQuery({
    queryKey: [buildUrl(LIST, {}, query), 'pages', i18n.language],
    queryFn: ({ pageParam, signal }) =>
      api(LIST, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Keeps the old list while another filter loads, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the ids of the sessions recommended today; empty until loaded, because the library does not wait for them.
 */
export function useRecommendedSessionIds(): ReadonlySet<string> {
  const { i18n } = useTranslation();
  const { data } = useQuery(buildDashboardQuery(i18n.language));
  return new Set(data?.recommendations.map(({ content }) => content.id));
}
