import type { Currency, Plan } from '#shared/contract/fields.ts';
import type { ReplyOf } from '#web/lib/api.ts';

export type PlanOnSale = ReplyOf<'GET /api/plans'>['plans'][number];

const CURRENCY_BY_REGION: Readonly<Record<string, Currency>> = {
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

/** Chooses the initial currency: that of the first region in the browser's languages, else the euro. */
export function chooseInitialCurrency(
  languages: readonly string[],
  onSale: readonly Currency[],
): Currency | null {
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]);
  const region = regions.find((code) => code !== undefined);
  const wanted = (region && CURRENCY_BY_REGION[region]) || 'EUR';
  return onSale.find((currency) => currency === wanted) ?? onSale[0] ?? null;
}

/** Lists the currencies in which a plan is sold. */
export function listCurrencies(plan: PlanOnSale): Currency[] {
  return plan.prices.map((price) => price.currency);
}

/** Returns a plan's price in minor units, or null when it is not sold in that currency. */
export function getPrice(plan: PlanOnSale, currency: Currency): number | null {
  return plan.prices.find((price) => price.currency === currency)?.amountMinor ?? null;
}

/** Finds the plan this page sells. */
export function findOfferedPlan(plans: readonly PlanOnSale[], wanted: Plan = 'monthly') {
  return plans.find(({ plan, prices }) => plan === wanted && prices.length > 0) ?? null;
}
