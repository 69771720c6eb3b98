import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api, urlOf } from '#web/lib/api.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { onOutcome } from '#web/lib/outbox.ts';

const DASHBOARD = 'GET /api/dashboard';

/** The dashboard in one time zone; titles come in the profile's language, so each language is kept apart. */
export const dashboardQuery = (language: string, timeZone: string = ownTimeZone()) =>
  queryOptions({
    queryKey: [urlOf(DASHBOARD, {}, { timeZone }), language],
    queryFn: ({ signal }) => api(DASHBOARD, { query: { timeZone }, signal }),
  });

/** Fetches the dashboard again, wherever it is kept. */
export function useRefreshDashboard(): () => void {
  const queryClient = useQueryClient();
  return () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(urlOf(DASHBOARD)),
    });
}

/**
 * Totals, the recommendation of the day and recent activity. Asked for on every visit, since a session finished
 * elsewhere in the app changes all of it, and once more when a listen that waited for the network has arrived.
 */
export function useDashboard() {
  const { i18n } = useTranslation();
  const query = useQuery({ ...dashboardQuery(i18n.language), staleTime: 0 });
  const { refetch } = query;
  useEffect(
    () => onOutcome(({ route }) => void (route === 'POST /api/listens' && refetch())),
    [refetch],
  );
  return query;
}
