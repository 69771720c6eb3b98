import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PROFILE_KEY, SUBSCRIPTION_KEY } from '#web/features/account/queries.ts';
import { api, type InputOf } from '#web/lib/api.ts';

/** Returns the plans on sale and their prices. */
export function usePlans() {
  return useQuery({
    queryKey: ['/api/plans'],
    queryFn: ({ signal }) => api('GET /api/plans', { signal }),
  });
}

/** Opens a checkout for a plan. */
export function useStartCheckout() {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/checkouts'>['body']) =>
      api('POST /api/checkouts', { body }),
  });
}

/** Pays an open checkout with a test card; on success invalidates what depends on the pass. */
export function usePayCheckout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<'POST /api/checkouts/:id/pay'>) =>
      api('POST /api/checkouts/:id/pay', input),
    onSuccess: async ({ status }) => {
      if (status !== 'paid') return;
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: SUBSCRIPTION_KEY }),
        queryClient.invalidateQueries({ queryKey: PROFILE_KEY }),
      ]);
    },
  });
}
