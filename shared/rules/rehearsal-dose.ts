import type { TurbulenceLevel } from './rehearsal-air.ts';
import {
  type RehearsalDisruption,
  REHEARSAL_PHASES,
  type RegularRehearsalPhase,
} from './rehearsal-phases.ts';

export const REHEARSAL_LIGHTS = ['day', 'dusk', 'night', 'rain'] as const;
export type RehearsalLight = (typeof REHEARSAL_LIGHTS)[number];
export const REHEARSAL_LANDSCAPES = ['city', 'water', 'mountains'] as const;
export type RehearsalLandscape = (typeof REHEARSAL_LANDSCAPES)[number];
export const REHEARSAL_SEATS = ['behind', 'over', 'ahead'] as const;
export type RehearsalSeat = (typeof REHEARSAL_SEATS)[number];
export const MIN_REHEARSAL_MINUTES = 3;
export const MAX_REHEARSAL_MINUTES = 20;

/** How much of a flight is rehearsed, and how. */
export interface RehearsalDose {
  from: RegularRehearsalPhase;
  to: RegularRehearsalPhase;
  roughness: TurbulenceLevel;
  light: RehearsalLight;
  minutes: number;
  place: RehearsalLandscape;
  seat: RehearsalSeat;
  detour: RehearsalDisruption | null;
}

export const MAX_FEAR_MARKS_PER_REHEARSAL = 200;

export interface Rehearsal {
  dose: RehearsalDose;
  /** Seconds from the beginning until it was over, or stopped. */
  lasted: number;
  /** What the person expected the fear to reach, 0 to 10. */
  forecast: number;
  /** The fear each time that it was moved: seconds from the beginning, and 0 to 10. */
  curve: { at: number; fear: number }[];
  /** How sure the person is of the same forecast next time, in per cent; null where they did not say. */
  sureNext: number | null;
}

const USUAL = {
  roughness: 1,
  light: 'day',
  minutes: 3,
  place: 'city',
  seat: 'behind',
  detour: null,
} as const;

/** Doses that rise from one to the next, each by a little. */
export const REHEARSAL_DOSES = {
  gate: { ...USUAL, from: 'boarding', to: 'push_back', roughness: 0, light: 'rain' },
  runway: { ...USUAL, from: 'taxi', to: 'take_off', light: 'dusk' },
  cloud: { ...USUAL, from: 'take_off', to: 'climb', minutes: 6 },
  level: { ...USUAL, from: 'cruise', to: 'cruise', minutes: 10, place: 'water' },
  city: { ...USUAL, from: 'descent', to: 'landing', minutes: 6, light: 'night' },
  rough: { ...USUAL, from: 'cruise', to: 'cruise', roughness: 3, minutes: 6, light: 'rain' },
  whole: { ...USUAL, from: 'boarding', to: 'landing', roughness: 2, light: 'dusk', minutes: 12 },
} as const satisfies Record<string, RehearsalDose>;
export type RehearsalDoseName = keyof typeof REHEARSAL_DOSES;
export const REHEARSAL_DOSE_NAMES = Object.keys(REHEARSAL_DOSES) as RehearsalDoseName[];

/** Estimates how hard a dose is, from 0 to 1: by its roughness, its busy phases, its length and its light. */
export function estimateDoseDifficulty({
  from,
  to,
  roughness,
  light,
  minutes,
  detour,
}: RehearsalDose): number {
  const span = Math.abs(REHEARSAL_PHASES.indexOf(to) - REHEARSAL_PHASES.indexOf(from));
  const dark = { day: 0, dusk: 0.02, night: 0.05, rain: 0.05 }[light];
  const sum =
    0.1 + roughness * 0.1 + span * 0.02 + minutes * 0.01 + dark + (detour === null ? 0 : 0.08);
  return Math.min(1, sum);
}
