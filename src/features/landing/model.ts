/** Flights that land on an average day, worldwide (specification, section 9). */
export const LANDINGS_PER_DAY = 102_275;

/**
 * Estimates how many flights have landed in the world today by `now`: the daily average spread evenly over the UTC day.
 */
export function countLandedToday(now: Date): number {
  const sinceMidnight = now.getTime() % 86_400_000;
  return Math.floor((LANDINGS_PER_DAY * sinceMidnight) / 86_400_000);
}

/**
 * Formats a number for large type. In French groups are separated by a no-break space, because our serif lacks the
 * narrow one.
 */
export function formatLargeNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value).replaceAll('\u202f', '\u00a0');
}

/** Returns the separator between the thousands of a number in a language. */
export function getGroupSeparator(language: string): string {
  return formatLargeNumber(1000, language).slice(1, -3);
}

/**
 * Formats a whole number as `formatLargeNumber` does, with a given separator between its thousands and without Intl,
 * whose first use keeps a slow phone busy.
 */
export function groupDigits(value: number, separator: string): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
}
