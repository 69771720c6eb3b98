/**
 * Returns the number of recommended sessions a day by the days until the flight (specification, section 4): 30 or more,
 * or none, 1; 15–29, 2; 7–14, 3; under 7, 4. A flight that has passed counts as no date.
 */
export function getSessionsPerDay(daysUntilFlight: number | null): 1 | 2 | 3 | 4 {
  if (daysUntilFlight === null || daysUntilFlight < 0 || daysUntilFlight >= 30) return 1;
  if (daysUntilFlight >= 15) return 2;
  return daysUntilFlight >= 7 ? 3 : 4;
}
