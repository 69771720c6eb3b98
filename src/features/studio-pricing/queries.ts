import { useQuery } from '@tanstack/react-query';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import { apiWithFreshSignIn, requestWithFreshSignIn } from '#web/features/security/store.ts';
import { api, type InputOf, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

const KEY = ['/api/admin/pricing'] as const;

export type Pricing = ReplyOf<'GET /api/admin/pricing'>;
export type PricedPlan = Pricing['plans'][number];
export type NewOffer = InputOf<'POST /api/admin/pricing/offers'>['body'];

/** Query of the plans with their prices, and of the offers. */
export function usePricing() {
  return useQuery<Pricing>({ queryKey: KEY, staleTime: 0 });
}

/** Query of how Stripe is set up, which the server asks Stripe. */
export function useStripeState() {
  return useQuery({
    queryKey: ['/api/admin/pricing/stripe'],
    queryFn: ({ signal }) => api('GET /api/admin/pricing/stripe', { signal, timeoutMs: 60_000 }),
    staleTime: 0,
  });
}

const HELD_KEY = ['/api/admin/pricing/withdrawals'] as const;

/** Query of the withdrawals whose refund waits for the operator. */
export function useHeldWithdrawals() {
  return useQuery({
    queryKey: HELD_KEY,
    queryFn: ({ signal }) => api('GET /api/admin/pricing/withdrawals', { signal }),
    staleTime: 0,
  });
}

/** Mutation that refunds a withdrawal that waits. */
export const useRefundHeldWithdrawal = () =>
  useChange(
    (id: string) =>
      apiWithFreshSignIn('POST /api/admin/pricing/withdrawals/:id/refund', {
        params: { id },
        timeoutMs: 60_000,
      }),
    { refetches: [HELD_KEY[0]] },
  );

/** Query of the former prices of a plan in a currency. */
export function usePriceHistory(plan: PassPlan, currency: Currency) {
  return useQuery({
    queryKey: ['/api/admin/pricing/history', plan, currency],
    queryFn: ({ signal }) =>
      api('GET /api/admin/pricing/history', { query: { plan, currency }, signal }),
    staleTime: 0,
  });
}

/** Every change is made against what the page shows, so the page is read again after it, refused or not. */
const usePricingMutation = <Input>(change: (input: Input) => Promise<unknown>) =>
  useChange((input: Input) => requestWithFreshSignIn(() => change(input)), {
    refetches: [KEY[0], '/api/admin/pricing/history', '/api/admin/audit', '/api/plans'],
  });

/**
 * Mutation that changes the price of a plan from now on; refused if another admin has changed the price that the admin
 * saw.
 */
export const useChangePrice = () =>
  usePricingMutation((body: InputOf<'PUT /api/admin/pricing/price'>['body']) =>
    api('PUT /api/admin/pricing/price', { body }),
  );

/**
 * Mutation of the admin's price settings that puts a plan on sale or takes it off and sets its tag: `popular`,
 * `best_value` or none, shown beside the plan when a pass is chosen.
 */
export const useChangePlanSaleStateAndTag = () =>
  usePricingMutation((body: InputOf<'PUT /api/admin/pricing/plan'>['body']) =>
    api('PUT /api/admin/pricing/plan', { body }),
  );

/** Mutation that creates an offer. */
export const useCreateOffer = () =>
  usePricingMutation((body: NewOffer) => api('POST /api/admin/pricing/offers', { body }));

/** Mutation that ends a price offer at another instant, or with null now; `was` is the end that the admin saw. */
export const useChangeOfferEnd = () =>
  usePricingMutation(({ id, ...body }: { id: string; endsAt: string | null; was: string }) =>
    api('PUT /api/admin/pricing/offers/:id/end', { params: { id }, body }),
  );

const PROMOTIONS_KEY = '/api/admin/promotions';
type NewPromotionCode = InputOf<'POST /api/admin/promotions'>['body'];

/** Query of the promotion codes. */
export function usePromotionCodes() {
  return useQuery<ReplyOf<'GET /api/admin/promotions'>>({
    queryKey: [PROMOTIONS_KEY],
    staleTime: 0,
  });
}

const usePromotionMutation = <Input>(change: (input: Input) => Promise<unknown>) =>
  useChange((input: Input) => requestWithFreshSignIn(() => change(input)), {
    refetches: [PROMOTIONS_KEY, '/api/admin/audit'],
  });

/** Mutation that creates a promotion code. */
export const useCreatePromotionCode = () =>
  usePromotionMutation((body: NewPromotionCode) => api('POST /api/admin/promotions', { body }));

/** Mutation that ends a promotion code for good. */
export const useEndPromotionCode = () =>
  usePromotionMutation((id: string) =>
    api('POST /api/admin/promotions/:id/end', { params: { id } }),
  );
