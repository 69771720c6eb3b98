import {
  createGustModel,
  GUST_STANDARD_DEVIATIONS,
  GUST_MODEL_STEP_S,
  computeLoadFactorChange,
} from '#shared/rules/rehearsal-air.ts';
import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import {
  CLOUD_BASE_M,
  CLOUD_TOP_M,
  type AircraftState,
  getAircraftState,
} from '#shared/rules/rehearsal-flight.ts';
import {
  getRehearsalPhaseAt,
  scheduleRehearsalPhases,
  type RehearsalPhase,
  type TimedRehearsalPhase,
} from '#shared/rules/rehearsal-phases.ts';
import { layOutTrack, type TrackPoint } from './track.ts';

/** One moment of a rehearsed flight, with what rough air does to it; `heading` is that of TrackPoint, in the air too. */
export interface FlightMoment extends AircraftState, TrackPoint {
  time: number;
  phase: RehearsalPhase;
  index: number;
  /** How much of the fluid against ice is on the pane, from 0 to 1. */
  fluid: number;
  /** Change of load in g; bends the wing. */
  load: number;
  /** Shaking of the eye, in degrees. */
  shake: number;
  /** Strength of the air's roughness by now, in m/s. */
  gusts: number;
}

/** Where the air is rough: in and just over the clouds, in waves at cruise, and a little near the ground. */
function getRoughShare(phase: RehearsalPhase, share: number, height: number): number {
  if (height < 2) return 0;
  const inCloud = height > CLOUD_BASE_M && height < CLOUD_TOP_M + 300 ? 0.8 : 0.25;
  if (phase === 'cruise') return 0.25 + 0.75 * Math.sin(Math.PI * Math.min(1, share * 1.15)) ** 2;
  return inCloud;
}

/** It comes within some seconds, and runs off before the aircraft moves on. */
const FLUID_S = 4;
const getFluid = ({ from, to }: TimedRehearsalPhase, time: number): number =>
  Math.max(0, Math.min(1, (time - from) / FLUID_S, (to - time) / FLUID_S));

/**
 * Creates the flight of a dose, which moves on in steps of GUST_MODEL_STEP_S; the same dose and seed give the same flight.
 * `advance` takes it to a time in seconds, never back.
 */
export function createRehearsalFlightSimulation(dose: RehearsalDose, seed: string) {
  const phases: readonly TimedRehearsalPhase[] = scheduleRehearsalPhases(dose);
  const gusts = createGustModel(seed);
  const rolls = createGustModel(`${seed} roll`);
  const track = layOutTrack(phases);
  const length = dose.minutes * 60;
  let steps = 0;
  let strength = 0;
  let load = 0;
  let sway = 0;
  let rumble = 0;
  const step = (number: number) => {
    const time = number * GUST_MODEL_STEP_S;
    const { phase, share } = getRehearsalPhaseAt(phases, time);
    const state = getAircraftState(phases, time);
    const wanted =
      GUST_STANDARD_DEVIATIONS[dose.roughness] * getRoughShare(phase, share, state.height);
    strength += (wanted - strength) * 0.008;
    const change = computeLoadFactorChange(gusts.step(strength, state.speed));
    load += (change - load) * 0.12;
    sway += (rolls.step(strength, state.speed) * 1.1 - sway) * 0.03;
    // Seams of the runway; the aircraft answers at some three a second.
    const rolling = state.height < 1 ? Math.min(1, Math.abs(state.speed) / 70) : 0;
    rumble = rolling * 0.05 * Math.sin(time * 17.3) * Math.sin(time * 5.1);
  };
  const describe = (
    time: number,
    air: Pick<FlightMoment, 'load' | 'shake' | 'gusts'>,
    leaning: number,
  ): FlightMoment => {
    const at = Math.min(time, length);
    const { phase, index } = getRehearsalPhaseAt(phases, at);
    const state = getAircraftState(phases, at);
    const way = track(at);
    return {
      ...state,
      ...way,
      ...air,
      heading: way.turned + state.heading,
      bank: state.bank + leaning,
      time: at,
      phase,
      index,
      fluid: phase === 'de_icing' ? getFluid(phases[index]!, at) : 0,
    };
  };
  return {
    phases,
    length,
    advance: (time: number): FlightMoment => {
      const target = Math.floor(Math.min(time, length) / GUST_MODEL_STEP_S);
      for (let number = steps; number < target; number++) step(number);
      steps = Math.max(steps, target);
      return describe(time, { load, shake: load * 1.5 + rumble, gusts: strength }, sway);
    },
    /** Returns a moment as it is in still air, at once and wherever the flight is by now. */
    lookAt: (time: number): FlightMoment => describe(time, STILL_AIR, 0),
  };
}
const STILL_AIR = { load: 0, shake: 0, gusts: 0 };
export type RehearsalFlightSimulation = ReturnType<typeof createRehearsalFlightSimulation>;
