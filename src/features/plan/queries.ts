import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { api, buildUrl } from '#web/lib/api.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';

const DASHBOARD = 'GET /api/dashboard';
const PLAN = 'GET /api/plan';

/**
 * Builds the query of the dashboard for today in the device's time zone. Titles come in the profile's language and
 * "today" ends at midnight, so language and date are part of the key.
 */
export function buildDashboardQuery(language: string) {
  const timeZone = getDeviceTimeZone();
  return queryOptions({
    queryKey: [buildUrl(DASHBOARD, {}, { timeZone }), language, getCivilDate(timeZone, now())],
    queryFn: ({ signal }) => api(DASHBOARD, { query: { timeZone }, signal }),
  });
}

/** Query of the dashboard: totals, today's recommendations and recent activity. */
export function useDashboard() {
  const { i18n } = useTranslation();
  return useQuery({
    ...buildDashboardQuery(i18n.language),
    // At midnight and on a change of language the old data stays until the new data is loaded.
    placeholderData: keepPreviousData,
  });
}

/** Query of the plan from today on, in the device's time zone; language and date are part of the key. */
export function usePlan() {
  const { i18n } = useTranslation();
  const timeZone = getDeviceTimeZone();
  return useQuery({
    queryKey: [buildUrl(PLAN, {}, { timeZone }), i18n.language, getCivilDate(timeZone, now())],
    queryFn: ({ signal }) => api(PLAN, { query: { timeZone }, signal }),
    placeholderData: keepPreviousData,
  });
}
