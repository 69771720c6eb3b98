import { pairFirstAndLastSelfRatings, type SelfRating } from './self-ratings.ts';

/**
 * A lesson's step in the climb of an exposure: sounds alone (at half volume, then whole), a short scene (gone through on two
 * days), the same in its long form, the same in another setting, the flight itself.
 */
export const LESSON_DOSES = ['sound', 'scene', 'long', 'elsewhere', 'flight'] as const;
export type LessonDose = (typeof LESSON_DOSES)[number];

/**
 * What came of a run through an exposure: `moved` when the fear fell or the prediction broke, `stayed` when neither did;
 * null without numbers.
 */
export type ExposureOutcome = 'moved' | 'stayed' | null;

/** Fear (0 to 10) that is as low as this leaves nothing to fall. */
const LOW_FEAR = 2;
/** A prediction broke when certainty (0 to 100) fell by so much, or ended as low as `LOW_SURE`. */
const BROKEN_BY = 20;
const LOW_SURE = 10;

/** Judges one run through an exposure by the numbers given in it. */
export function classifyExposureOutcome(run: readonly SelfRating[]): ExposureOutcome {
  const pairs = pairFirstAndLastSelfRatings(run);
  if (pairs.length === 0) return null;
  const hasMoved = pairs.some(({ name, before, after }) =>
    name === 'fear'
      ? after < before || after <= LOW_FEAR
      : before - after >= BROKEN_BY || after <= LOW_SURE,
  );
  return hasMoved ? 'moved' : 'stayed';
}

/** What is known of a lesson when the next one is proposed. */
export interface LessonWithDose {
  id: string;
  kind: 'load' | 'flow';
  dose: LessonDose | null;
  /** When it was gone through, as ISO 8601, the first time first. */
  runs: readonly string[];
  /** Of its latest run. */
  outcome: ExposureOutcome;
  /** Whether its session was finished before, in this program or elsewhere. */
  practised: boolean;
}

/** Proposed next: a further lesson, or the last one again. */
export interface LessonProposal {
  lessonId: string;
  step: 'go_on' | 'again';
}

/** Gone through twice before what comes next: sounds at half volume and then whole, a short scene on two days. */
const TWICE: readonly (LessonDose | null)[] = ['sound', 'scene'];

const isDueAgain = ({ dose, runs, outcome }: LessonWithDose) =>
  dose !== null &&
  dose !== 'flight' &&
  (outcome === 'stayed' || (TWICE.includes(dose) && runs.length < 2));

/** Says why the same lesson is proposed again: neither number moved, or it is a sound or a scene met once. */
export function getLessonRepeatReason(dose: LessonDose | null, outcome: ExposureOutcome) {
  if (outcome === 'stayed') return 'stayed';
  return dose === 'sound' ? 'soundOnce' : 'sceneOnce';
}

/** Exposure on board is for people who have practised it on the ground. */
const isForToday = ({ kind, dose, practised }: LessonWithDose) =>
  dose !== 'flight' || kind === 'flow' || practised;

/**
 * Proposes what to do next in a program: the exposure gone through last again, when neither the fear fell nor the prediction
 * broke, or when it is a sound or a short scene met once; otherwise the first lesson that was not gone through, without exposure on
 * board that was never practised. Null when nothing is left. A proposal: any lesson can be chosen, and going on moves it.
 */
export function proposeLesson(lessons: readonly LessonWithDose[]): LessonProposal | null {
  const latest = lessons
    .filter(({ runs }) => runs.length > 0)
    .toSorted((a, b) => (b.runs.at(-1) ?? '').localeCompare(a.runs.at(-1) ?? ''))[0];
  if (latest && isDueAgain(latest)) return { lessonId: latest.id, step: 'again' };
  const next = lessons.find((lesson) => lesson.runs.length === 0 && isForToday(lesson));
  return next ? { lessonId: next.id, step: 'go_on' } : null;
}
