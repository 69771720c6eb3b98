/** Flights that land on an average day, worldwide (specification, section 9). */
export const LANDINGS_PER_DAY = 102_275;

/** How many of the day's flights have landed at `now`: the daily average spread evenly over the UTC day, never more. */
export function landedToday(now: Date): number {
  const sinceMidnight = now.getTime() % 86_400_000;
  return Math.floor((LANDINGS_PER_DAY * sinceMidnight) / 86_400_000);
}

/** A figure for large type. French groups by a no-break space here: our serif has no narrow one and it would look glued. */
export function largeFigure(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value).replaceAll('\u202f', '\u00a0');
}

/** Milliseconds a spoken sentence takes at the pace of Flow sessions: 110 words a minute, 115 in French, and a breath after. */
export function sayingTime(sentence: string, language: string): number {
  const words = sentence.trim().split(/\s+/).length;
  return Math.round((words * 60_000) / (language === 'fr' ? 115 : 110)) + 350;
}
