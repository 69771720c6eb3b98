const DAY_MS = 86_400_000;

/** Adds months to an instant, in UTC: the same day, or the last one of a shorter month. */
export function addMonths(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(at.getUTCDate(), last));
  return moved;
}

/**
 * Returns from when a monthly subscription that is paused for some months after its paid period is charged again: a day
 * before the period that is paid next begins, so that the invoice of that period, and none before it, is collected.
 */
export const computePaymentResumptionDate = (periodEnd: Date, months: number): Date =>
  new Date(addMonths(periodEnd, months).getTime() - DAY_MS);

/** The longest pause, in months, by which `computeFirstChargeDateFrom` searches; longer ones come from elsewhere. */
const MAX_PERIODS = 240;

/**
 * Finds when a subscription that began its cycle at `anchor` and is charged every so many months is charged first at or
 * after an instant.
 */
export function computeFirstChargeDateFrom(anchor: Date, from: Date, every = 1): Date {
  for (let months = 0; months < MAX_PERIODS; months += every) {
    const at = addMonths(anchor, months);
    if (at >= from) return at;
  }
  return from;
}
