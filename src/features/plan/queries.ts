import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#shared/rules/flight-date.ts';
import { api, urlOf } from '#web/lib/api.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';

const PLAN = 'GET /api/plan';

/** The plan where the person is; kept apart for each language and each day, as the dashboard is. */
export function usePlan() {
  const { i18n } = useTranslation();
  const timeZone = ownTimeZone();
  return useQuery({
    queryKey: [urlOf(PLAN, {}, { timeZone }), i18n.language, todayIn(timeZone, now())],
    queryFn: ({ signal }) => api(PLAN, { query: { timeZone }, signal }),
    placeholderData: keepPreviousData,
  });
}
