/** Sums over the differences between two measurements of the same people. */
export interface DifferenceSums {
  people: number;
  /** Of the differences, and of their squares. */
  sum: number;
  squares: number;
}

export interface MeanChange {
  mean: number;
  low: number;
  high: number;
}

/** The 97.5th percentile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * Returns the 97.5th percentile of Student's t distribution: the expansion 26.7.5 of Abramowitz and Stegun, "Handbook of
 * Mathematical Functions" (1964), right to 0.001 from four degrees of freedom on.
 */
export function getStudentTQuantile975(degrees: number): number {
  const z3 = Z ** 3;
  const z5 = Z ** 5;
  const z7 = Z ** 7;
  const z9 = Z ** 9;
  return (
    Z +
    (z3 + Z) / 4 / degrees +
    (5 * z5 + 16 * z3 + 3 * Z) / 96 / degrees ** 2 +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / 384 / degrees ** 3 +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * Z) / 92_160 / degrees ** 4
  );
}

/**
 * Estimates how much people changed from one measurement to the next, with the 95 % confidence interval of a mean of
 * paired differences by Student's t distribution (Altman et al., "Statistics with Confidence", 2nd edition, 2000, chapter
 * 4). At least five people are needed.
 */
export function estimateMeanChange({ people, sum, squares }: DifferenceSums): MeanChange {
  const mean = sum / people;
  const variance = Math.max(0, (squares - people * mean ** 2) / (people - 1));
  const half = getStudentTQuantile975(people - 1) * Math.sqrt(variance / people);
  return { mean, low: mean - half, high: mean + half };
}
