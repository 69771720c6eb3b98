import type { FearArea } from './fear-areas.ts';
import { FEAR_AREAS } from './fear-areas.ts';

/** An intensity for every area: whole numbers from 0 (calm) to 10 (the worst imaginable). */
export type FearAnswers = Record<FearArea, number>;

export const OVERALL_LEVELS = ['minimal', 'mild', 'moderate', 'high', 'severe'] as const;
export type OverallLevel = (typeof OVERALL_LEVELS)[number];

/** The assessment report (specification, sections 2 and 3). */
export interface FearReport {
  /** 0–10 with one decimal, halves rounded up. */
  averageIntensity: number;
  peak: { score: number; area: FearArea };
  /** Areas at 7 and above, the strongest first. */
  highAreas: FearArea[];
  /** Areas at 3 and below, the calmest first. */
  lowAreas: FearArea[];
  totalAreas: number;
  overallLevel: OverallLevel;
  /** The two strongest areas, as a proposal; the person chooses. */
  proposedFocus: { primary: FearArea; secondary: FearArea };
}

export const HIGH_AREA_MIN_SCORE = 7;
export const LOW_AREA_MAX_SCORE = 3;

function isIntensity(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10;
}

/** Returns whether the answers of an assessment have a valid intensity for every fear area. */
export function areAnswersComplete(
  answers: Partial<Record<FearArea, unknown>>,
): answers is FearAnswers {
  return FEAR_AREAS.every(({ key }) => Object.hasOwn(answers, key) && isIntensity(answers[key]));
}

/**
 * Converts an average intensity of fear from 0 to 10 to a level such as `mild`. The average must not be rounded: 2.04
 * is `mild`.
 */
export function toOverallLevel(average: number): OverallLevel {
  if (average <= 2) return 'minimal';
  if (average <= 4) return 'mild';
  if (average <= 6) return 'moderate';
  return average <= 8 ? 'high' : 'severe';
}

/** From so many high areas on, the level is at least this one, however calm the others are. */
const LEVELS_BY_HIGH_AREAS: readonly (readonly [number, OverallLevel])[] = [
  [12, 'severe'],
  [8, 'high'],
  [3, 'moderate'],
  [1, 'mild'],
];

/** Returns the higher one of the level of the average (not rounded) and that of the number of high areas. */
function chooseLevel(average: number, highAreas: number): OverallLevel {
  const counted = LEVELS_BY_HIGH_AREAS.find(([from]) => highAreas >= from)?.[1] ?? 'minimal';
  const rank = (level: OverallLevel) => OVERALL_LEVELS.indexOf(level);
  const ofAverage = toOverallLevel(average);
  return rank(counted) > rank(ofAverage) ? counted : ofAverage;
}

/**
 * Builds the fear report from the answers of a complete assessment. Equal scores keep the order of the list of areas.
 * Throws RangeError when an area is missing or is not a whole number from 0 to 10.
 */
export function buildFearReport(answers: Partial<Record<FearArea, unknown>>): FearReport {
  if (!areAnswersComplete(answers)) throw new RangeError('The assessment is not complete');
  const keys = FEAR_AREAS.map((area) => area.key);
  // Sorting is stable, so that equal scores stay in the order of the list.
  const strongestFirst = keys.toSorted((a, b) => answers[b] - answers[a]);
  const calmestFirst = keys.toSorted((a, b) => answers[a] - answers[b]);
  const [primary, secondary] = strongestFirst;
  if (!primary || !secondary) throw new RangeError('A report needs at least two areas');
  const sum = keys.reduce((total, key) => total + answers[key], 0);
  const highAreas = strongestFirst.filter((key) => answers[key] >= HIGH_AREA_MIN_SCORE);
  return {
    averageIntensity: Math.round((sum * 10) / keys.length) / 10,
    peak: { score: answers[primary], area: primary },
    highAreas,
    lowAreas: calmestFirst.filter((key) => answers[key] <= LOW_AREA_MAX_SCORE),
    totalAreas: keys.length,
    overallLevel: chooseLevel(sum / keys.length, highAreas.length),
    proposedFocus: { primary, secondary },
  };
}
