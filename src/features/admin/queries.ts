import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** What admins changed, newest first, page by page. */
export function useAudit() {
  return useInfiniteQuery({
    queryKey: ['/api/admin/audit'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/audit', {
        query: { limit: 50, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** The letters that lie in the outbox folder. */
export function useLetters() {
  return useQuery({
    queryKey: ['/api/admin/letters'],
    queryFn: ({ signal }) => api('GET /api/admin/letters', { signal }),
    staleTime: 0,
  });
}

/** One of them, as it would have been sent; asked for once it is opened. */
export function useLetter(id: string, open: boolean) {
  return useQuery({
    queryKey: ['/api/admin/letters', id],
    queryFn: ({ signal }) => api('GET /api/admin/letters/:id', { params: { id }, signal }),
    enabled: open,
    staleTime: Infinity,
  });
}
