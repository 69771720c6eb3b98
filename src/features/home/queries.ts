import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#shared/rules/flight-date.ts';
import { api, urlOf } from '#web/lib/api.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { onOutcome } from '#web/lib/outbox.ts';

const DASHBOARD = 'GET /api/dashboard';
/** What follows from what was practised and from the flights. */
const FOLLOWING = [urlOf(DASHBOARD), urlOf('GET /api/plan')];

/**
 * The dashboard where the person is. Titles come in the profile's language and "today" ends at midnight, so each
 * language and each day is kept apart.
 */
export function dashboardQuery(language: string) {
  const timeZone = ownTimeZone();
  return queryOptions({
    queryKey: [urlOf(DASHBOARD, {}, { timeZone }), language, todayIn(timeZone, now())],
    queryFn: ({ signal }) => api(DASHBOARD, { query: { timeZone }, signal }),
  });
}

/** Fetches the dashboard again, wherever it is kept, and the plan, which follows from the same things. */
export function useRefreshDashboard(): () => void {
  const queryClient = useQueryClient();
  return () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => FOLLOWING.some((url) => String(queryKey[0]).startsWith(url)),
    });
}

/** Totals, the recommendation of the day and recent activity; looked up again once a listen that waited has arrived. */
export function useDashboard() {
  const { i18n } = useTranslation();
  const query = useQuery({
    ...dashboardQuery(i18n.language),
    // At midnight, and when the language changes, the page stays until the new one is there.
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  useEffect(
    () => onOutcome(({ route }) => void (route === 'POST /api/listens' && refetch())),
    [refetch],
  );
  return query;
}
