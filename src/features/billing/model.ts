import type { Currency, Plan } from '#shared/contract/fields.ts';
import type { ReplyOf } from '#web/lib/api.ts';

export type PlanOnSale = ReplyOf<'GET /api/plans'>['plans'][number];
export type PriceOnSale = PlanOnSale['prices'][number];

/**
 * What is sent with an order once both consents are ticked. Their words are in `billing:consent`; the server keeps which
 * version was shown.
 */
export const ORDER_CONSENT = {
  immediateAccess: true,
  withdrawalKnown: true,
  version: '2026-11',
} as const;

/** Chooses the currency at first: the wanted one where it is on sale, else the first. */
export function chooseInitialCurrency(
  wanted: Currency,
  onSale: readonly Currency[],
): Currency | null {
  return onSale.find((currency) => currency === wanted) ?? onSale[0] ?? null;
}

/** Lists the currencies in which every plan is sold. */
export function listCurrencies(plans: readonly PlanOnSale[]): Currency[] {
  const [first, ...others] = plans;
  const isSoldIn = (currency: Currency) => (plan: PlanOnSale) => getPrice(plan, currency) !== null;
  return (first?.prices ?? [])
    .map(({ currency }) => currency)
    .filter((currency) => others.every(isSoldIn(currency)));
}

/** Returns a plan's price, or null when it is not sold in that currency. */
export function getPrice(plan: PlanOnSale, currency: Currency): PriceOnSale | null {
  return plan.prices.find((price) => price.currency === currency) ?? null;
}

/** Chooses the plan that is marked at first: the one with the tag `popular`, else the first. */
export function chooseInitialPlan(plans: readonly PlanOnSale[]): Plan | null {
  return (plans.find(({ tag }) => tag === 'popular') ?? plans[0])?.plan ?? null;
}

/** A price that can be charged at a moment: with the offer until it ends. */
export function getChargedMinor({ amountMinor, offer }: PriceOnSale, now: Date): number {
  return canTakeOffer(offer, now) ? offer.amountMinor : amountMinor;
}

/** Whether an offer can still be taken. */
export function canTakeOffer(
  offer: PriceOnSale['offer'],
  now: Date,
): offer is NonNullable<PriceOnSale['offer']> {
  return offer !== null && now.getTime() < new Date(offer.endsAt).getTime();
}
