import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { buildUrl } from './api.ts';

/** Replies that the server computes from practice, flights, focus and minutes a day. */
const PLAN_URLS = [buildUrl('GET /api/dashboard'), buildUrl('GET /api/plan')];

/** Returns a function that refetches the dashboard and the plan, for every language and day in the cache. */
export function useRefetchPlanAndDashboard(): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => PLAN_URLS.some((url) => String(queryKey[0]).startsWith(url)),
      }),
    [queryClient],
  );
}
