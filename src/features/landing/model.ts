/** Flights that land on an average day, worldwide (specification, section 9). */
export const LANDINGS_PER_DAY = 102_275;

/** Counts the flights landed by `now`: the daily average spread evenly over the UTC day. */
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

/**
 * Estimates how long a spoken sentence takes, in milliseconds, at the pace of Flow sessions: 110 words a minute, 115
 * in French, plus a pause.
 */
export function estimateSpeechMs(sentence: string, language: string): number {
  const words = sentence.trim().split(/\s+/).length;
  return Math.round((words * 60_000) / (language === 'fr' ? 115 : 110)) + 350;
}
