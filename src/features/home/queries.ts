import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, urlOf } from '#web/lib/api.ts';
import { ownTimeZone } from '#web/lib/clock.ts';

const DASHBOARD = 'GET /api/dashboard';

/** The dashboard in one time zone; titles come in the profile's language, so each language is kept apart. */
export const dashboardQuery = (language: string, timeZone: string = ownTimeZone()) =>
  queryOptions({
    queryKey: [urlOf(DASHBOARD, {}, { timeZone }), language],
    queryFn: ({ signal }) => api(DASHBOARD, { query: { timeZone }, signal }),
    // A session finished elsewhere in the app changes all of it, and one call is cheap: never shown stale.
    staleTime: 0,
  });

/** Totals, the recommendation of the day and recent activity. */
export function useDashboard() {
  const { i18n } = useTranslation();
  return useQuery(dashboardQuery(i18n.language));
}
