import type { Price } from './objects.ts';

/**
 * Adds months to an instant (seconds), counted from the anchor: "If a month doesn't have the anchor day, the
 * subscription is billed on the last day of the month" (Stripe, Set the billing cycle date).
 */
export function addMonthsToAnchorSeconds(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return to.getTime() / 1000;
}

/** The end of the period that begins at `start` for a subscription anchored at `anchor` (seconds). */
export function computePeriodEndSeconds(
  anchor: number,
  start: number,
  price: Pick<Price, 'recurring'>,
): number {
  const step =
    (price.recurring?.interval === 'year' ? 12 : 1) * (price.recurring?.interval_count ?? 1);
  for (let count = 1; ; count++) {
    const end = addMonthsToAnchorSeconds(anchor, step * count);
    if (end > start) return end;
  }
}
