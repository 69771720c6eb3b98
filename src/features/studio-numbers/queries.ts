import { useInfiniteQuery } from '@tanstack/react-query';
import { api, type InputOf } from '#web/lib/api.ts';

/** What the list of figures is ordered by and narrowed to. */
export type SessionTotalsFilter = Omit<
  InputOf<'GET /api/admin/session-totals'>['query'],
  'limit' | 'after'
>;

/** Query of what all people together did with each session, in pages of 30. */
export function useSessionTotals(filter: SessionTotalsFilter) {
  return useInfiniteQuery({
    queryKey: ['/api/admin/session-totals', filter],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/session-totals', {
        query: { ...filter, limit: 30, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
}
