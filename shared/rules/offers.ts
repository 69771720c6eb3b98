/** How much an offer takes off a price: a percentage, or an amount in one currency. */
export interface Reduction {
  percentOff: number | null;
  amountOffMinor: number | null;
  currency: string | null;
}

/**
 * Computes the first payment with an offer, in minor units and rounded to the nearest one; null when the offer is not
 * for this currency or would leave nothing to pay.
 */
export function computeOfferAmount(
  price: { amountMinor: number; currency: string },
  { percentOff, amountOffMinor, currency }: Reduction,
): number | null {
  const amount =
    percentOff === null
      ? price.amountMinor - (currency === price.currency ? (amountOffMinor ?? 0) : 0)
      : Math.round((price.amountMinor * (100 - percentOff)) / 100);
  return amount > 0 && amount < price.amountMinor ? amount : null;
}

/** Whether an offer can be taken at a moment: from its start, included, to its end, excluded. */
export function isOfferOpen(offer: { startsAt: Date; endsAt: Date }, now: Date): boolean {
  return offer.startsAt <= now && now < offer.endsAt;
}

/** Computes how much a year costs less by the yearly plan than by twelve months, in whole per cent, rounded down. */
export function computeYearlySaving(monthlyMinor: number, yearlyMinor: number): number {
  const twelve = monthlyMinor * 12;
  return twelve > 0 ? Math.max(0, Math.floor(((twelve - yearlyMinor) * 100) / twelve)) : 0;
}
