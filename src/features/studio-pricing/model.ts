import type { StudioOffer } from '#shared/contract/pricing.ts';
import { computeOfferPriceMinor, isOfferOpen } from '#shared/rules/offers.ts';
import type { PricedPlan } from './queries.ts';

export const OFFER_AUDIENCES = ['everyone', 'first_pass'] as const;
export const PLAN_TAGS = ['popular', 'best_value'] as const;

/**
 * Parses a typed amount to minor units: at most seven digits, then a point or a comma with up to two decimals; null
 * when it is malformed.
 */
export function parseAmountMinor(typed: string): number | null {
  const found = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/\s/g, ''));
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Formats an amount in minor units as the value of a text field, such as `9.90`, in French `9,90`. */
export const formatAmountField = (minor: number, language: string): string =>
  (minor / 100).toFixed(2).replace('.', language === 'fr' ? ',' : '.');

const CURRENCIES: readonly string[] = ['EUR', 'USD', 'GBP', 'CHF', 'CAD'];

/** Sorts prices by currency, in the order in which the currencies are offered to buyers. */
export const sortPrices = <Price extends { currency: string }>(prices: readonly Price[]): Price[] =>
  prices.toSorted((a, b) => CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency));

const toPeriod = ({ startsAt, endsAt }: Pick<StudioOffer, 'startsAt' | 'endsAt'>) => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
});

/** Returns whether a price offer is open, still to come or over at an instant. */
export function getOfferStatus(offer: StudioOffer, now: Date): 'open' | 'to_come' | 'over' {
  const period = toPeriod(offer);
  if (isOfferOpen(period, now)) return 'open';
  return period.startsAt > now ? 'to_come' : 'over';
}

/** A lower first payment that a person is charged today. */
export interface ReducedFirstPayment {
  audience: StudioOffer['audience'];
  amountMinor: number;
  endsAt: string;
}

/**
 * Lists what the first payment of a price costs with the open offers, one entry for each audience, its cheapest offer.
 */
export function listOfferPayments(
  { plan }: Pick<PricedPlan, 'plan'>,
  price: { amountMinor: number; currency: string },
  offers: readonly StudioOffer[],
  now: Date,
): ReducedFirstPayment[] {
  return OFFER_AUDIENCES.flatMap((audience) => {
    const open = offers
      .filter((offer) => offer.plan === plan && offer.audience === audience)
      .filter((offer) => isOfferOpen(toPeriod(offer), now))
      .flatMap((offer) => {
        const amountMinor = computeOfferPriceMinor(price, offer);
        return amountMinor === null ? [] : [{ audience, amountMinor, endsAt: offer.endsAt }];
      });
    return open.toSorted((a, b) => a.amountMinor - b.amountMinor).slice(0, 1);
  });
}
