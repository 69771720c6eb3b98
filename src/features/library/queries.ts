import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardQuery } from '#web/features/home/queries.ts';
import { api, urlOf } from '#web/lib/api.ts';
import { onOutcome } from '#web/lib/outbox.ts';
import type { Choice } from './model.ts';

const LIST = 'GET /api/contents';
const PAGE_SIZE = 20;

/** Sessions a page at a time; titles come in the profile's language, so each language is kept apart. */
export function useSessions({ category, sort, search }: Choice) {
  const { i18n } = useTranslation();
  const query = {
    sort,
    limit: PAGE_SIZE,
    ...(category && { category }),
    ...(search !== '' && { search }),
  };
  const list = useInfiniteQuery({
    queryKey: [urlOf(LIST, {}, query), 'pages', i18n.language],
    queryFn: ({ pageParam, signal }) =>
      api(LIST, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The wall stays while another order or part of it is fetched, and nothing jumps.
    placeholderData: keepPreviousData,
  });
  const { refetch } = list;
  useEffect(
    // A session just finished may still be on its way to the server when one comes back here.
    () => onOutcome(({ route }) => void (route === 'POST /api/listens' && refetch())),
    [refetch],
  );
  return list;
}

/** Ids of the sessions recommended today; empty while unknown, since the library never waits for it. */
export function useRecommendedIds(): ReadonlySet<string> {
  const { i18n } = useTranslation();
  const { data } = useQuery(dashboardQuery(i18n.language));
  return new Set(data?.recommendations.map(({ content }) => content.id));
}
