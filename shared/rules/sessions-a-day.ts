/**
 * Returns the number of recommended sessions a day by the days until the flight (specification, section 4): 30 days or
 * more, or no flight, 1; 15–29 days, 2; 7–14 days, 3; under 7 days, 4. A flight that has passed counts as none.
 */
export function getSessionsPerDay(daysUntilFlight: number | null): 1 | 2 | 3 | 4 {
  if (daysUntilFlight === null || daysUntilFlight < 0 || daysUntilFlight >= 30) return 1;
  if (daysUntilFlight >= 15) return 2;
  return daysUntilFlight >= 7 ? 3 : 4;
}
