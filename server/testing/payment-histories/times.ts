export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** When every history begins. */
export const HISTORY_BEGIN_MS = Date.UTC(2026, 0, 5, 9);

/**
 * Until when an order can be withdrawn from at least (seconds): "The day of the order doesn't count; the time runs to the end of
 * the fourteenth day where you live, or of the next working day if that one is a Saturday, a Sunday or a public holiday" (terms;
 * Code de la consommation, L221-19). Everybody lives in Paris here, where a day ends at 22:00 or 23:00 of universal time.
 */
export function computeWithdrawalDeadlineSeconds(orderedAt: number): number {
  const local = new Date(orderedAt * 1000).toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
  const end = new Date(`${local}T22:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 14);
  while (end.getUTCDay() % 6 === 0) end.setUTCDate(end.getUTCDate() + 1);
  // Its last second.
  return end.getTime() / 1000 - 1;
}
