/** Figures about fewer people than this are not shown, because they could reveal something about one of them. */
export const SMALLEST_SHOWN_GROUP = 5;

const isSmall = (people: number) => people > 0 && people < SMALLEST_SHOWN_GROUP;

export interface FigureWithPeopleCount {
  value: number;
  people: number;
}

/** Returns a statistical figure, or null when it counts one to four people and so could reveal something about them. */
export const hideFigureOfSmallGroup = ({ value, people }: FigureWithPeopleCount): number | null =>
  isSmall(people) ? null : value;

/**
 * Returns how many (`part`) of a group of `whole` people did something; null when they, the others or the whole group
 * are one to four people, so that no one can be identified.
 */
export function hideShareOfSmallGroup(part: number, whole: number): number | null {
  return isSmall(whole) || isSmall(part) || isSmall(whole - part) ? null : part;
}

/**
 * Sums the statistical figures that are not hidden (null), so that no difference of sums reveals a hidden one; null
 * when all are hidden.
 */
export function sumVisibleFigures(values: readonly (number | null)[]): number | null {
  const shown = values.filter((value) => value !== null);
  return shown.length > 0 ? shown.reduce((sum, value) => sum + value, 0) : null;
}
