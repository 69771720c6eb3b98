import { FEAR_AREAS, type FearArea } from './fear-areas.ts';
import { type FearAnswers, HIGH_AREA_MIN_SCORE } from './fear-report.ts';
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

/** Returns whether no rehearsal is proposed to a person with these answers, whose fear is of what they went through. */
export const isRehearsalWithheld = (answers: Partial<FearAnswers> | null): boolean =>
  (answers?.past_flight_trauma ?? 0) >= HIGH_AREA_MIN_SCORE;

/** The picture and the sound that belong to an area. */
const MATERIALS_BY_AREA: Record<FearArea, readonly [ExposurePictureName, ExposureSoundName]> = {
  pre_flight_worry: ['gate', 'voices'],
  airport_boarding_stress: ['gate', 'voices'],
  takeoff_landing_fear: ['wing', 'takeoff'],
  turbulence_weather_worry: ['clouds', 'shaking'],
  crash_catastrophe_fear: ['clouds', 'shaking'],
  fear_losing_control: ['cabin', 'hum'],
  fear_enclosed_spaces: ['cabin', 'hum'],
  fear_no_escape: ['map', 'hum'],
  fear_heights: ['wing', 'takeoff'],
  flying_with_others_anxiety: ['cabin', 'voices'],
  germs_cleanliness_anxiety: ['cabin', 'voices'],
  past_flight_trauma: ['clouds', 'landing'],
  post_flight_worry: ['gate', 'landing'],
  inflight_sensation_fear: ['wing', 'chime'],
  aircraft_crew_trust_worry: ['wing', 'chime'],
  night_overwater_worry: ['night', 'hum'],
};

const REHEARSALS: Partial<Record<FearArea, RehearsalDoseName>> = {
  airport_boarding_stress: 'gate',
  takeoff_landing_fear: 'runway',
  turbulence_weather_worry: 'rough',
  fear_heights: 'level',
  inflight_sensation_fear: 'cloud',
  night_overwater_worry: 'city',
  crash_catastrophe_fear: 'whole',
};

/**
 * The estimated share of an area's fear that each dose provokes, rising; by `estimateDoseDifficulty`, and written here so
 * that a ladder without a network needs nothing of the rehearsal.
 */
export const REHEARSAL_SHARES: Readonly<Record<RehearsalDoseName, number>> = {
  gate: 0.63,
  runway: 0.658,
  cloud: 0.662,
  level: 0.67,
  city: 0.69,
  rough: 0.754,
  whole: 0.79,
};
const DOSE_NAMES = Object.keys(REHEARSAL_SHARES) as RehearsalDoseName[];

/** Returns the dose that a step rehearses; null where it is another kind of step. */
const findDose = (material: ExposureMaterial): RehearsalDoseName | null =>
  DOSE_NAMES.find((name) => material === `rehearsal.${name}`) ?? null;

/**
 * Returns the estimated share (0 to 1) of an area's fear that a step of this material provokes, from a picture (0.35)
 * to the real thing (1).
 */
function getFearShare(material: ExposureMaterial): number {
  if (material.startsWith('picture.')) return 0.35;
  if (material.startsWith('sound.')) return 0.5;
  const dose = findDose(material);
  if (dose) return REHEARSAL_SHARES[dose];
  if (material === 'small') return 0.6;
  return material === 'scene' ? 0.75 : 1;
}

export interface ProposedLadderStep {
  area: FearArea;
  material: ExposureMaterial;
}

export const MIN_PROPOSED_STEPS = 10;
export const MAX_PROPOSED_STEPS = 15;
/**
 * Proposes a ladder of 10 to 15 steps, easiest first: steps of the focus areas, then of the strongest others; each
 * picture or sound only once. Rehearsals rise by their dose, whichever areas they belong to, and there are none for a
 * person from whom the plan withholds them. Deterministic.
 */
export function proposeLadder(
  answers: FearAnswers,
  focus: { primary: FearArea; secondary: FearArea },
): ProposedLadderStep[] {
  const others = FEAR_AREAS.map(({ key }) => key)
    .filter((key) => key !== focus.primary && key !== focus.secondary)
    .toSorted((a, b) => answers[b] - answers[a]);
  const steps: ProposedLadderStep[] = [];
  const withoutRehearsals = isRehearsalWithheld(answers);
  for (const area of [focus.primary, focus.secondary, ...others]) {
    if (steps.length >= MIN_PROPOSED_STEPS) break;
    const [picture, sound] = MATERIALS_BY_AREA[area];
    const rehearsal = withoutRehearsals ? undefined : REHEARSALS[area];
    for (const material of [
      `picture.${picture}`,
      `sound.${sound}`,
      'small',
      ...(rehearsal ? ([`rehearsal.${rehearsal}`] as const) : []),
      'scene',
      'large',
    ] as const) {
      const common = material.includes('.');
      if (common && steps.some((step) => step.material === material)) continue;
      steps.push({ area, material });
    }
  }
  const getDifficulty = ({ area, material }: ProposedLadderStep) =>
    getFearShare(material) * Math.max(1, answers[area]);
  return orderRehearsals(
    steps.slice(0, MAX_PROPOSED_STEPS).toSorted((a, b) => getDifficulty(a) - getDifficulty(b)),
  );
}

/** Puts the rehearsals of a ladder into the order of their doses; all other steps keep their places. */
function orderRehearsals(steps: readonly ProposedLadderStep[]): ProposedLadderStep[] {
  const rank = ({ material }: ProposedLadderStep) =>
    DOSE_NAMES.findIndex((name) => name === findDose(material));
  const rising = steps.filter((step) => rank(step) >= 0).toSorted((a, b) => rank(a) - rank(b));
  return steps.map((step) => (rank(step) >= 0 ? rising.shift()! : step));
}
