import type { TurbulentMinute } from '#shared/rules/flight-phases.ts';

/** Formats times one's weight, to a tenth. */
export const formatLoadFactor = (times: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    times,
  );

/** Finds the minute in which it was roughest, the first of them where several are as rough; null for none. */
export const findRoughestMinute = (minutes: readonly TurbulentMinute[]): TurbulentMinute | null => {
  const measure = ({ lowest, highest }: TurbulentMinute) => Math.max(1 - lowest, highest - 1);
  return minutes.reduce<TurbulentMinute | null>(
    (roughest, one) => (roughest && measure(roughest) >= measure(one) ? roughest : one),
    null,
  );
};
