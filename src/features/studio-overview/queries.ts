import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import type { DateRange } from './model.ts';

/** Query of the figures of all people together in a range of days, which the server widens to whole weeks. */
export function useOverview(range: DateRange) {
  return useQuery({
    queryKey: ['/api/admin/overview', range.from, range.to],
    queryFn: ({ signal }) => api('GET /api/admin/overview', { query: range, signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
    // The server counts as often.
    refetchInterval: 60_000,
  });
}
