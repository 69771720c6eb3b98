/** Formats times one's weight, to a tenth. */
export const formatLoadFactor = (times: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    times,
  );
