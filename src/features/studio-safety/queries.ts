import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** Query of the checks of "Safe to open?", and of which version runs. */
export const useSafetyChecks = () =>
  useQuery({
    queryKey: ['/api/admin/safety'],
    queryFn: ({ signal }) => api('GET /api/admin/safety', { signal }),
    staleTime: 0,
  });
