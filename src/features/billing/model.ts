import type { OwnPass } from '#shared/contract/billing.ts';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import type { OwnGift } from '#shared/contract/gifts.ts';
import type { InputOf, ReplyOf } from '#web/lib/api.ts';

export type PlanOnSale = ReplyOf<'GET /api/plans'>['plans'][number];
export type PriceOnSale = PlanOnSale['prices'][number];

/** The consent of an order, as it is posted: what was ticked, and the version of the words beside it. */
export type OrderConsent = InputOf<'POST /api/checkouts'>['body']['consent'];

/**
 * The timeout of requests for which our server asks the payment provider: it reports a silent provider itself, after 16
 * s for each call to it.
 */
export const PROVIDER_CALL_OPTIONS = { timeoutMs: 60_000 } as const;

/** Chooses the currency to show at first: the wanted one if it is on sale, else the first; null when none is. */
export function chooseInitialCurrency(
  wanted: Currency,
  onSale: readonly Currency[],
): Currency | null {
  return onSale.find((currency) => currency === wanted) ?? onSale[0] ?? null;
}

/** Lists the currencies in which every plan is sold. */
export function listCurrencies(plans: readonly PlanOnSale[]): Currency[] {
  const [first, ...others] = plans;
  const isSoldIn = (currency: Currency) => (plan: PlanOnSale) =>
    findPriceOnSale(plan, currency) !== null;
  return (first?.prices ?? [])
    .map(({ currency }) => currency)
    .filter((currency) => others.every(isSoldIn(currency)));
}

/** Returns the currencies with the reader's own first, if it is among them; the others keep their order. */
export const putCurrencyFirst = (own: Currency, currencies: readonly Currency[]): Currency[] =>
  currencies.toSorted((one, other) => Number(other === own) - Number(one === own));

/** Returns a plan's price in a currency; null when it is not sold in it. */
export function findPriceOnSale(plan: PlanOnSale, currency: Currency): PriceOnSale | null {
  return plan.prices.find((price) => price.currency === currency) ?? null;
}

/** A flight within so many days is over before a month of access is. */
const MONTH_DAYS = 30;

/**
 * Chooses the plan that is selected at first: for a flight within a month one that is for it, `trip` before `monthly`; else
 * the one with the tag `popular`, else the first; null without plans. `daysUntil` is null without a flight to come.
 */
export function chooseInitialPlan(
  plans: readonly PlanOnSale[],
  daysUntil: number | null,
): PassPlan | null {
  const isNear = daysUntil !== null && daysUntil >= 0 && daysUntil <= MONTH_DAYS;
  const find = (name: PassPlan) => plans.find(({ plan }) => plan === name);
  const forFlight = isNear ? (find('trip') ?? find('monthly')) : undefined;
  return (forFlight ?? plans.find(({ tag }) => tag === 'popular') ?? plans[0])?.plan ?? null;
}

/**
 * Returns the amount charged at the instant `now`, in minor units such as cents: the offer's price until it ends, else
 * the usual price.
 */
export function getChargedMinor({ amountMinor, offer }: PriceOnSale, now: Date): number {
  return isOfferNotOver(offer, now) ? offer.amountMinor : amountMinor;
}

/** Returns whether there is a price offer that has not ended. */
export function isOfferNotOver(
  offer: PriceOnSale['offer'],
  now: Date,
): offer is NonNullable<PriceOnSale['offer']> {
  return offer !== null && now.getTime() < new Date(offer.endsAt).getTime();
}

/** Returns whether a pass will be charged again unless it is ended. */
export const willPassChargeAgain = ({ source, status, renews }: OwnPass): boolean =>
  source === 'subscription' && (status === 'past_due' || (status === 'live' && renews));

/**
 * Lists the subscriptions that will be charged although a page that says only whether there is access (`hasAccess`) does
 * not show them.
 */
export const listUnshownChargingPasses = (
  { pass, alsoCharging }: ReplyOf<'GET /api/passes/mine'>,
  hasAccess: boolean,
): OwnPass[] => [
  ...(pass && !hasAccess && willPassChargeAgain(pass) ? [pass] : []),
  ...alsoCharging,
];

/** Returns the latest of a person's gifts that they can still give back; undefined without one. */
export const findWithdrawableGift = (gifts: readonly OwnGift[]): OwnGift | undefined =>
  gifts.find(({ withdrawUntil }) => withdrawUntil !== null);

/** How long ago the newest gift may have been bought to be the one of the order that a person comes back from. */
const JUST_BOUGHT_MS = 60 * 60_000;

/**
 * Finds what to say to a person who comes back from paying for a gift: that its code is here, that it is on its way, or
 * nothing once it was redeemed or given back. `gifts` has the newest first.
 */
export function chooseGiftNotice(
  gifts: readonly Pick<OwnGift, 'boughtAt' | 'code'>[],
  now: Date,
): 'paid' | 'waiting' | null {
  const [newest] = gifts;
  if (!newest || now.getTime() - Date.parse(newest.boughtAt) > JUST_BOUGHT_MS) return 'waiting';
  return newest.code === null ? null : 'paid';
}
