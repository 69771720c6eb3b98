import type { FearArea } from '#shared/rules/fear-areas.ts';
import {
  type RehearsalDose,
  type RehearsalDoseName,
  REHEARSAL_DOSE_NAMES,
  REHEARSAL_DOSES,
  MAX_FEAR_MARKS_PER_REHEARSAL,
  REHEARSAL_SEATS,
} from '#shared/rules/rehearsal-dose.ts';
import { findLatestAttemptIfOpen, type LadderStep } from '#web/features/ladder/model.ts';
import { readOpenRehearsal } from '#web/features/ladder/store.ts';

/** A mark of the fear on the way: seconds from the beginning, and 0 to 10. */
export interface FearMark {
  at: number;
  fear: number;
}

/** The name of a dose of the list, or of one that the person made. */
export type ChosenDoseName = RehearsalDoseName | 'own';

/** The area that an attempt at a dose belongs to on the ladder. */
const AREAS: Record<ChosenDoseName, FearArea> = {
  gate: 'airport_boarding_stress',
  runway: 'takeoff_landing_fear',
  cloud: 'inflight_sensation_fear',
  level: 'fear_heights',
  city: 'night_overwater_worry',
  rough: 'turbulence_weather_worry',
  whole: 'crash_catastrophe_fear',
  own: 'takeoff_landing_fear',
};
export const getRehearsalArea = (name: ChosenDoseName): FearArea => AREAS[name];

/** Reads the dose that a link names; null for none, or for one that does not exist. */
export function parseDoseName(search: string): ChosenDoseName | null {
  const named = new URLSearchParams(search).get('dose');
  if (named === 'own') return named;
  return REHEARSAL_DOSE_NAMES.find((name) => name === named) ?? null;
}

/** The dose that a chosen one begins with. */
export const getInitialDose = (name: ChosenDoseName): RehearsalDose =>
  REHEARSAL_DOSES[name === 'own' ? 'cloud' : name];

/** Returns the same dose seen from the next seat. */
export function changeToNextSeat(dose: RehearsalDose): RehearsalDose {
  const next = (REHEARSAL_SEATS.indexOf(dose.seat) + 1) % REHEARSAL_SEATS.length;
  return { ...dose, seat: REHEARSAL_SEATS[next]! };
}

/** Returns the attempts at a dose, and the last highest fear; null where it was not met yet. */
export function summariseDoseAttempts(steps: readonly LadderStep[], name: ChosenDoseName) {
  const attempts = steps
    .filter(({ material }) => material === `rehearsal.${name}`)
    .flatMap((step) => step.attempts)
    .filter(({ outcome }) => outcome !== null);
  const last = attempts.at(-1)?.outcome?.highest;
  return last === undefined ? null : { count: attempts.length, last };
}

/**
 * Finds the latest attempt at a dose that has no outcome yet, with what this device knows of it; null where there is none
 * or another device flew it.
 */
export function findOpenDoseAttempt(
  steps: readonly LadderStep[],
  owner: string,
  name: ChosenDoseName,
) {
  const step = steps.find(({ material }) => material === `rehearsal.${name}`);
  const attempt = step && findLatestAttemptIfOpen(step);
  const open = attempt && readOpenRehearsal(owner, attempt.id);
  return attempt && open ? { attempt, ...open } : null;
}

/** Returns whether anything was rehearsed before, so that the cautions need not be said again. */
export const hasRehearsed = (steps: readonly LadderStep[]): boolean =>
  steps.some(({ material, attempts }) => material.startsWith('rehearsal.') && attempts.length > 0);

/** Adds a mark; of two in the same second the later one counts. The oldest beyond the limit is left out. */
export function addFearMark(marks: readonly FearMark[], mark: FearMark): FearMark[] {
  const kept = marks.filter(({ at }) => at !== mark.at);
  return [...kept, mark].slice(-MAX_FEAR_MARKS_PER_REHEARSAL);
}

/** Returns the highest fear on the way, and the last. */
export function summariseFearMarks(
  marks: readonly FearMark[],
  before: number,
): { highest: number; after: number } {
  return {
    highest: Math.max(before, ...marks.map(({ fear }) => fear)),
    after: marks.at(-1)?.fear ?? before,
  };
}

/** Builds the curve of the fear as an SVG path in a box of this size: steps, softened; `lasted` in seconds. */
export function buildFearPath(
  marks: readonly FearMark[],
  lasted: number,
  width: number,
  height: number,
): string {
  const points = marks.map(({ at, fear }) => [
    (Math.min(at, lasted) / Math.max(1, lasted)) * width,
    height - (fear / 10) * height,
  ]);
  const first = points[0];
  if (!first) return '';
  let path = `M0 ${first[1]!.toFixed(1)}`;
  let [x, y] = [0, first[1]!];
  for (const [nextX, nextY] of points.slice(1) as [number, number][]) {
    const middle = (x + nextX) / 2;
    path += `C${middle.toFixed(1)} ${y.toFixed(1)} ${middle.toFixed(1)} ${nextY.toFixed(1)} ${nextX.toFixed(1)} ${nextY.toFixed(1)}`;
    [x, y] = [nextX, nextY];
  }
  return `${path}L${width} ${y.toFixed(1)}`;
}
