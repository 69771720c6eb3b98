import type { Currency, Plan } from '#shared/contract/fields.ts';
import type { ReplyOf } from '#web/lib/api.ts';

export type PlanOnSale = ReplyOf<'GET /api/plans'>['plans'][number];

const BY_REGION: Readonly<Record<string, Currency>> = {
  GB: 'GBP',
  IM: 'GBP',
  JE: 'GBP',
  GG: 'GBP',
  US: 'USD',
  PR: 'USD',
  CH: 'CHF',
  LI: 'CHF',
  CA: 'CAD',
};

/** The currency to begin with: that of the first region the browser's languages name, else the euro. */
export function firstCurrency(
  languages: readonly string[],
  onSale: readonly Currency[],
): Currency | null {
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]);
  const region = regions.find((code) => code !== undefined);
  const wanted = (region && BY_REGION[region]) || 'EUR';
  return onSale.find((currency) => currency === wanted) ?? onSale[0] ?? null;
}

/** The currencies in which a plan can be bought. */
export function currenciesOf(plan: PlanOnSale): Currency[] {
  return plan.prices.map((price) => price.currency);
}

/** The price of a plan in minor units, or null when it is not sold in that currency. */
export function priceIn(plan: PlanOnSale, currency: Currency): number | null {
  return plan.prices.find((price) => price.currency === currency)?.amountMinor ?? null;
}

/** The plan this page sells; the others come with the whole of billing. */
export function planToOffer(plans: readonly PlanOnSale[], wanted: Plan = 'monthly') {
  return plans.find(({ plan, prices }) => plan === wanted && prices.length > 0) ?? null;
}
