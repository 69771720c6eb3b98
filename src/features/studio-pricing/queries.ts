import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Currency, Plan } from '#shared/contract/fields.ts';
import { api, type InputOf, type ReplyOf } from '#web/lib/api.ts';

const KEY = ['/api/admin/pricing'] as const;

export type Pricing = ReplyOf<'GET /api/admin/pricing'>;
export type PricedPlan = Pricing['plans'][number];
export type NewOffer = InputOf<'POST /api/admin/pricing/offers'>['body'];

/** What the plans cost, and the offers. */
export function usePricing() {
  return useQuery<Pricing>({ queryKey: KEY, staleTime: 0 });
}

/** What a plan cost in a currency; fetched once it is opened. */
export function usePriceHistory(plan: Plan, currency: Currency) {
  return useQuery({
    queryKey: ['/api/admin/pricing/history', plan, currency],
    queryFn: ({ signal }) =>
      api('GET /api/admin/pricing/history', { query: { plan, currency }, signal }),
    staleTime: 0,
  });
}

/** Every change is made against what the page shows, so the page is read again after it, refused or not. */
function usePricingMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [KEY[0], '/api/admin/pricing/history', '/api/admin/audit', '/api/plans'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}

/** Changes what a plan costs from now on. */
export const useChangePrice = () =>
  usePricingMutation((body: InputOf<'PUT /api/admin/pricing/price'>['body']) =>
    api('PUT /api/admin/pricing/price', { body }),
  );

/** Puts a plan on sale or takes it off, and chooses its tag. */
export const useChangePlan = () =>
  usePricingMutation((body: InputOf<'PUT /api/admin/pricing/plan'>['body']) =>
    api('PUT /api/admin/pricing/plan', { body }),
  );

/** Makes an offer. */
export const useCreateOffer = () =>
  usePricingMutation((body: NewOffer) => api('POST /api/admin/pricing/offers', { body }));

/** Ends an offer at another time; null for now. */
export const useEndOffer = () =>
  usePricingMutation(({ id, ...body }: { id: string; endsAt: string | null; was: string }) =>
    api('PUT /api/admin/pricing/offers/:id/end', { params: { id }, body }),
  );
