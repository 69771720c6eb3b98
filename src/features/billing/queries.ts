import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PROFILE_QUERY_KEY, SUBSCRIPTION_QUERY_KEY } from '#web/features/account/queries.ts';
import { api, type InputOf, hasErrorCode } from '#web/lib/api.ts';
import { PROVIDER_CALL_OPTIONS } from './model.ts';

const PLANS_KEY = ['/api/plans'];
const OWN_PASS_KEY = ['/api/passes/mine'];
const GIFTS_KEY = ['/api/gifts'];

/** Query of the plans on sale, with their prices and offers. */
export function usePlans() {
  return useQuery({
    queryKey: PLANS_KEY,
    queryFn: ({ signal }) => api('GET /api/plans', { signal }),
  });
}

/** Query of the person's pass and the actions it allows; asks nothing unless `enabled`. */
export function useOwnPass(enabled = true) {
  return useQuery({
    enabled,
    queryKey: OWN_PASS_KEY,
    queryFn: ({ signal }) => api('GET /api/passes/mine', { signal }),
  });
}

/** Returns whether a purchase was refused because the person has a pass, such as one bought in another tab. */
export const isPassAlreadyActiveError = (error: unknown): boolean =>
  hasErrorCode(error, 'already_active');

/** Refetches what depends on the pass. */
export const refetchPassData = (queryClient: QueryClient) =>
  Promise.all(
    [SUBSCRIPTION_QUERY_KEY, PROFILE_QUERY_KEY, OWN_PASS_KEY, PLANS_KEY, GIFTS_KEY].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );

/**
 * Mutation that creates a checkout for a plan; the caller opens the `url` of the reply. Refused with `already_active`
 * it refetches the pass, with `price_changed` the plans.
 */
export function useCreateCheckout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/checkouts'>['body']) =>
      api('POST /api/checkouts', { body, ...PROVIDER_CALL_OPTIONS }),
    onError: (error) => {
      if (isPassAlreadyActiveError(error)) return refetchPassData(queryClient);
      if (hasErrorCode(error, 'price_changed'))
        return queryClient.invalidateQueries({ queryKey: PLANS_KEY });
      return undefined;
    },
  });
}

/**
 * Mutation that makes the server read the person's purchases from the payment provider again; then refetches all that
 * depends on the pass.
 */
export function useSyncPass() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/passes/sync', PROVIDER_CALL_OPTIONS),
    onSettled: () => refetchPassData(queryClient),
  });
}

/**
 * Mutation that runs `change`, a request that changes the pass, then refetches all data that depend on the pass,
 * whether it succeeded or not.
 */
export function usePassChangeMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => refetchPassData(queryClient) });
}

/** Query of a checkout of the test mode. */
export function useSandboxCheckout(id: string) {
  return useQuery({
    queryKey: ['/api/sandbox/checkouts', id],
    queryFn: ({ signal }) => api('GET /api/sandbox/checkouts/:id', { params: { id }, signal }),
  });
}

/** Query of a customer portal of the test mode. */
export function useSandboxPortal(id: string) {
  return useQuery({
    queryKey: ['/api/sandbox/portals', id],
    queryFn: ({ signal }) => api('GET /api/sandbox/portals/:id', { params: { id }, signal }),
  });
}

/** Query of the gifts that the person has bought; asks nothing unless `enabled`. */
export function useBoughtGifts(enabled = true) {
  return useQuery({
    enabled,
    queryKey: GIFTS_KEY,
    queryFn: ({ signal }) => api('GET /api/gifts', { signal }),
  });
}

/** Mutation that orders a pass for another person; the caller opens the `url` of the reply. */
export function useCreateGiftCheckout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/gifts'>['body']) =>
      api('POST /api/gifts', { body, ...PROVIDER_CALL_OPTIONS }),
    onError: (error) =>
      hasErrorCode(error, 'price_changed')
        ? queryClient.invalidateQueries({ queryKey: PLANS_KEY })
        : undefined,
  });
}

/** Mutation that gives back a gift by its id. */
export const useWithdrawGift = () =>
  usePassChangeMutation((id: string) =>
    api('POST /api/gifts/:id/withdrawal', { params: { id }, ...PROVIDER_CALL_OPTIONS }),
  );

/** Mutation that redeems the code of a gift; resolves to the pass that it became. */
export function useRedeemGift() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api('POST /api/gifts/redeem', { body: { code } }),
    onSuccess: () => refetchPassData(queryClient),
  });
}
