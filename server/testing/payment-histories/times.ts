export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HISTORY_BEGIN_MS = Date.UTC(2026, 0, 5, 9);

/** The public holidays in France that are days of the week, in the days that the histories reach (Code du travail, L3133-1). */
const HOLIDAYS = new Set([
  ...['2026-01-01', '2026-04-06', '2026-05-01', '2026-05-08', '2026-05-14', '2026-05-25'],
  ...['2026-07-14', '2026-08-15', '2026-11-11', '2026-12-25', '2027-01-01', '2027-03-29'],
  ...['2027-05-06', '2027-05-17', '2027-07-14', '2027-11-01', '2027-11-11'],
]);

/**
 * Until when an order can be withdrawn from at least (seconds): "The day of the order doesn't count; the time runs to the end of
 * the fourteenth day where you live, or of the next working day if that one is a Saturday, a Sunday or a public holiday" (terms;
 * Code de la consommation, L221-19). Each person lives in Paris here, where a day ends at 22:00 or 23:00 of universal time.
 */
export function computeWithdrawalDeadlineSeconds(orderedAt: number): number {
  const local = new Date(orderedAt * 1000).toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
  const day = new Date(`${local}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 14);
  const isFree = () => day.getUTCDay() % 6 === 0 || HOLIDAYS.has(day.toISOString().slice(0, 10));
  while (isFree()) day.setUTCDate(day.getUTCDate() + 1);
  const noon = Number(
    day.toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', hour12: false }),
  );
  // Its last second.
  return day.getTime() / 1000 + (24 - noon) * 3600 - 1;
}
