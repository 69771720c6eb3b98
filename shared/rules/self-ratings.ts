import type { SelfRatingName } from './script.ts';

/** A number that a session asked for; `cue` is the index of the rating in its script. */
export interface SelfRating {
  cue: number;
  name: SelfRatingName;
  /** Fear from 0 to 10, or how sure one is of a prediction, from 0 to 100. */
  value: number;
  ratedAt: string;
}

/**
 * Adds a rating to those that the listener gave in one run through a session; it replaces those given at its cue or
 * later, which belong to an earlier run.
 */
export const addSelfRatingAndDropLater = (
  run: readonly SelfRating[],
  given: SelfRating,
): SelfRating[] => [...run.filter(({ cue }) => cue < given.cue), given];

/**
 * Finds the ratings given so far in the run whose playback has reached the script's index `cue`; ratings of earlier
 * runs are left out.
 */
export function listCurrentRunSelfRatings(given: readonly SelfRating[], cue: number): SelfRating[] {
  const inOrder = given.toSorted(
    (a, b) => Date.parse(a.ratedAt) - Date.parse(b.ratedAt) || a.cue - b.cue,
  );
  return inOrder.reduce(addSelfRatingAndDropLater, []).filter((one) => one.cue <= cue);
}

/** One number asked for more than once in a session: the first time and the last. */
export interface FirstAndLastSelfRating {
  name: SelfRatingName;
  before: number;
  after: number;
}

/**
 * Returns, for each quantity that the listener rated at least twice in a run through a session, its first and its last
 * value, in the order in which they were first asked.
 */
export function pairFirstAndLastSelfRatings(run: readonly SelfRating[]): FirstAndLastSelfRating[] {
  const names = new Set(run.map(({ name }) => name));
  return [...names].flatMap((name) => {
    const values = run.filter((one) => one.name === name).map(({ value }) => value);
    const before = values[0];
    const after = values.at(-1);
    if (values.length < 2 || before === undefined || after === undefined) return [];
    return [{ name, before, after }];
  });
}
