/** The reduction of an offer: a percentage, or an amount in minor units of one currency; the other one is null. */
export interface OfferReduction {
  percentOff: number | null;
  amountOffMinor: number | null;
  currency: string | null;
}

/**
 * Computes the first payment with an offer, in minor units, rounded; null when the offer does not lower the price, is
 * in another currency, or would leave nothing to pay.
 */
export function computeOfferPriceMinor(
  price: { amountMinor: number; currency: string },
  { percentOff, amountOffMinor, currency }: OfferReduction,
): number | null {
  const amount =
    percentOff === null
      ? price.amountMinor - (currency === price.currency ? (amountOffMinor ?? 0) : 0)
      : Math.round((price.amountMinor * (100 - percentOff)) / 100);
  return amount > 0 && amount < price.amountMinor ? amount : null;
}

/** Returns whether an offer is available at `now`: from its start (included) to its end (excluded). */
export function isOfferOpen(offer: { startsAt: Date; endsAt: Date }, now: Date): boolean {
  return offer.startsAt <= now && now < offer.endsAt;
}

/**
 * Computes how much cheaper the yearly plan is than twelve months, in whole per cent, rounded down; 0 when the yearly
 * plan is not cheaper.
 */
export function computeYearlySavingPercent(monthlyMinor: number, yearlyMinor: number): number {
  const twelve = monthlyMinor * 12;
  return twelve > 0 ? Math.max(0, Math.floor(((twelve - yearlyMinor) * 100) / twelve)) : 0;
}
