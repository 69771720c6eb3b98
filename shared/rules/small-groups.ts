/** Groups of fewer people are not told of. */
export const SMALLEST_GROUP = 5;

const isSmall = (people: number) => people > 0 && people < SMALLEST_GROUP;

/** A number that is made of what some people did. */
export interface Counted {
  value: number;
  /** How many people it is made of. */
  people: number;
}

/** Returns a number, or null where so few people made it that it would tell of them. */
export const showCounted = ({ value, people }: Counted): number | null =>
  isSmall(people) ? null : value;

/**
 * Returns how many of a group did something, or null where either they or the others are so few that it would tell of
 * them.
 */
export function showPart(part: number, whole: number): number | null {
  return isSmall(whole) || isSmall(part) || isSmall(whole - part) ? null : part;
}

/**
 * Adds up what is shown, and nothing that is hidden: no sum and no difference of two sums tells what was left out. Null
 * where nothing is shown.
 */
export function sumShown(values: readonly (number | null)[]): number | null {
  const shown = values.filter((value) => value !== null);
  return shown.length > 0 ? shown.reduce((sum, value) => sum + value, 0) : null;
}
