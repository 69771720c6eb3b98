import { FEAR_AREAS, type FearArea } from './fear-areas.ts';
import type { FearAnswers } from './fear-report.ts';
import type { ExposureMaterial, ExposurePictureName, ExposureSoundName } from './ladder.ts';
import {
  estimateDoseDifficulty,
  REHEARSAL_DOSE_NAMES,
  REHEARSAL_DOSES,
  type RehearsalDoseName,
} from './rehearsal-dose.ts';
import { isRehearsalWithheld } from './rehearsal-proposal.ts';

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

/** The rehearsal that belongs to an area, where one does. */
const REHEARSALS: Partial<Record<FearArea, RehearsalDoseName>> = {
  airport_boarding_stress: 'gate',
  takeoff_landing_fear: 'runway',
  turbulence_weather_worry: 'rough',
  fear_heights: 'level',
  inflight_sensation_fear: 'cloud',
  night_overwater_worry: 'city',
  crash_catastrophe_fear: 'whole',
};

/** Returns the dose that a step rehearses; null where it is another kind of step. */
const findDose = (material: ExposureMaterial): RehearsalDoseName | null =>
  REHEARSAL_DOSE_NAMES.find((name) => material === `rehearsal.${name}`) ?? null;

/**
 * Returns the estimated share (0 to 1) of an area's fear that a step of this material provokes, from a picture (0.35)
 * to the real thing (1).
 */
function getFearShare(material: ExposureMaterial): number {
  if (material.startsWith('picture.')) return 0.35;
  if (material.startsWith('sound.')) return 0.5;
  const dose = findDose(material);
  if (dose) return 0.55 + 0.4 * estimateDoseDifficulty(REHEARSAL_DOSES[dose]);
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
 * Proposes a ladder of 10 to 15 steps, easiest first: steps of the focus areas, then of the strongest others;
 * each picture or sound only once. Rehearsals rise by their dose, whichever areas they belong to, and there are none for
 * somebody from whom the plan withholds them. Deterministic.
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
    REHEARSAL_DOSE_NAMES.findIndex((name) => name === findDose(material));
  const rising = steps.filter((step) => rank(step) >= 0).toSorted((a, b) => rank(a) - rank(b));
  return steps.map((step) => (rank(step) >= 0 ? rising.shift()! : step));
}
