/**
 * What is measured: one area (a single 0–10 answer), the mean of all 16, or the mean of a weekly
 * check-in's three fear questions.
 */
export type FearMeasure = 'area' | 'overall' | 'check_in';

/** Spread between people and agreement with oneself a few weeks later; assumed, see decision 020. */
const ASSUMED: Record<FearMeasure, { standardDeviation: number; reliability: number }> = {
  area: { standardDeviation: 2.5, reliability: 0.8 },
  overall: { standardDeviation: 1.8, reliability: 0.9 },
  check_in: { standardDeviation: 2.2, reliability: 0.85 },
};
/** 95 % of what is nothing but the error of asking twice lies within this many standard errors. */
const Z = 1.96;

/**
 * Returns the smallest difference between two results that is more than measurement error, in points of 0–10: the
 * reliable change index of Jacobson and Truax (1991), solved for the difference.
 */
export function getReliableChangeThreshold(measure: FearMeasure): number {
  const { standardDeviation, reliability } = ASSUMED[measure];
  const standardError = standardDeviation * Math.sqrt(1 - reliability);
  return Z * Math.SQRT2 * standardError;
}

export type ReliableChange = 'less' | 'more' | 'no_change_yet';

/** Classifies a change of fear: `less` or `more` when it is at least the reliable change, otherwise `no_change_yet`. */
export function classifyFearChange(
  before: number,
  after: number,
  measure: FearMeasure,
): ReliableChange {
  const difference = after - before;
  if (Math.abs(difference) < getReliableChangeThreshold(measure)) return 'no_change_yet';
  return difference < 0 ? 'less' : 'more';
}
