/** Flights that land on an average day, worldwide (specification, section 9). */
export const LANDINGS_PER_DAY = 102_275;

/**
 * Estimates how many flights have landed in the world today by `now`: the daily average spread evenly over the UTC day, which the server
 * and every device agree on.
 */
export function estimateLandedToday(now: Date): number {
  const sinceMidnight = now.getTime() % 86_400_000;
  return Math.floor((LANDINGS_PER_DAY * sinceMidnight) / 86_400_000);
}

/** Estimates the same over the reader’s own day, so that few have landed at one in the morning. */
export const estimateLandedInOwnDay = (now: Date): number =>
  estimateLandedToday(new Date(now.getTime() - now.getTimezoneOffset() * 60_000));

/**
 * Returns the separator between the thousands of a number in a language. In French it is a no-break space, because our
 * serif lacks the narrow one.
 */
export const getThousandsSeparator = (language: string): string =>
  language === 'fr' ? '\u00a0' : ',';

/**
 * Formats a whole number with a given separator between its thousands, without Intl, whose first use keeps a slow phone
 * busy.
 */
export function groupDigits(value: number, separator: string): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
}

/** Formats a whole number for large type. */
export const formatLargeNumber = (value: number, language: string): string =>
  groupDigits(value, getThousandsSeparator(language));
