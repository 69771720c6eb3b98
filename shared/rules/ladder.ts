import type { RehearsalDoseName } from './rehearsal-dose.ts';

/** Pictures drawn by the app and sounds made in the browser, for exposures at home. */
export const EXPOSURE_PICTURES = ['gate', 'cabin', 'wing', 'clouds', 'night', 'map'] as const;
export const EXPOSURE_SOUNDS = ['hum', 'takeoff', 'shaking', 'chime', 'voices', 'landing'] as const;
export type ExposurePictureName = (typeof EXPOSURE_PICTURES)[number];
export type ExposureSoundName = (typeof EXPOSURE_SOUNDS)[number];

/**
 * What a step consists of: `picture.*`, `sound.*`, `rehearsal.*` (a flight seen from the window seat), a guided session (`scene`), a `small` or `large` real-life exposure,
 * or `own`, written by the person.
 */
export const EXPOSURE_MATERIALS = [
  'picture.gate',
  'picture.cabin',
  'picture.wing',
  'picture.clouds',
  'picture.night',
  'picture.map',
  'sound.hum',
  'sound.takeoff',
  'sound.shaking',
  'sound.chime',
  'sound.voices',
  'sound.landing',
  'scene',
  'small',
  'large',
  'own',
  'rehearsal.gate',
  'rehearsal.runway',
  'rehearsal.cloud',
  'rehearsal.level',
  'rehearsal.city',
  'rehearsal.rough',
  'rehearsal.whole',
  'rehearsal.own',
] as const satisfies readonly (
  | `picture.${ExposurePictureName}`
  | `sound.${ExposureSoundName}`
  | `rehearsal.${RehearsalDoseName | 'own'}`
  | 'scene'
  | 'small'
  | 'large'
  | 'own'
)[];
export type ExposureMaterial = (typeof EXPOSURE_MATERIALS)[number];

/** Maximum number of steps of a ladder, those that the person adds included. */
export const MAX_LADDER_STEPS = 40;

/** Where and with whom an attempt was made; exposure in more than one setting lasts better. */
export const ATTEMPT_SETTINGS = [
  'home_alone',
  'home_with',
  'out_alone',
  'out_with',
  'hard_day',
] as const;
export type AttemptSetting = (typeof ATTEMPT_SETTINGS)[number];

/** The part of an attempt that decides which step is proposed next. */
export interface AttemptSummary {
  setting: AttemptSetting;
  finished: boolean;
}

export const REQUIRED_REPEATS = 3;
export const REQUIRED_SETTINGS = 2;

/**
 * Counts what a step of the ladder still needs before the next one is proposed: how many of the 3 repetitions and 2
 * different settings. Only finished attempts count; fear need not be gone (Craske et al., "Maximizing exposure therapy:
 * an inhibitory learning approach", 2014).
 */
export function countRemainingPractice(attempts: readonly AttemptSummary[]): {
  repeats: number;
  settings: number;
} {
  const finished = attempts.filter((attempt) => attempt.finished);
  const settings = new Set(finished.map(({ setting }) => setting)).size;
  return {
    repeats: Math.max(0, REQUIRED_REPEATS - finished.length),
    settings: Math.max(0, REQUIRED_SETTINGS - settings),
  };
}

/** Returns whether a step of the ladder has been practised often enough and in enough different settings. */
export function hasEnoughPractice(attempts: readonly AttemptSummary[]): boolean {
  const { repeats, settings } = countRemainingPractice(attempts);
  return repeats === 0 && settings === 0;
}

/**
 * Finds the step of the ladder to propose next: the first in the person's own order that is not practised enough; null
 * when there is none.
 */
export function findNextLadderStepToPractise<Step extends { attempts: readonly AttemptSummary[] }>(
  steps: readonly Step[],
): Step | null {
  return steps.find(({ attempts }) => !hasEnoughPractice(attempts)) ?? null;
}

/**
 * Checks the three fear ratings of an attempt against each other: returns which one, `before` or else `after`, exceeds
 * the highest fear, which is impossible; null when neither does. Only the form checks it: attempts queued by earlier
 * versions are still accepted.
 */
export function findContradictoryFearRating({
  before,
  highest,
  after,
}: {
  before: number;
  highest: number;
  after: number;
}): 'before' | 'after' | null {
  if (highest < before) return 'before';
  return highest < after ? 'after' : null;
}
