import {
  getRehearsalPhaseAt,
  type RehearsalPhase,
  type TimedRehearsalPhase,
} from './rehearsal-phases.ts';

/** How the aircraft flies at one moment. Flaps, gear, spoilers and thrust go from 0 to 1. */
export interface AircraftState {
  /** Metres above the runway. */
  height: number;
  /** Metres a second, negative while it is pushed back. */
  speed: number;
  /** Degrees, nose up. */
  pitch: number;
  /** Degrees, right wing down. */
  bank: number;
  thrust: number;
  flaps: number;
  gear: number;
  spoilers: number;
  /** Metres from the runway's middle to the side, as far as the aircraft is on the ground. */
  aside: number;
  /** Degrees to the right of the runway's way, as far as it is steered on the ground. */
  heading: number;
  /** Metres a second over the ground as it is shown: more than `speed` where a short rehearsal has a long way to taxi. */
  pace: number;
}

/** Where the layers of cloud begin and end, in metres. */
export const CLOUD_BASE_M = 2_200;
export const CLOUD_TOP_M = 9_300;
export const CRUISE_HEIGHT_M = 10_600;

type Value = keyof AircraftState;
/** Values at shares of a phase; a value that a row leaves out keeps the one before. */
type Course = readonly (readonly [share: number, values: Partial<AircraftState>])[];

const GATE: AircraftState = {
  height: 0,
  speed: 0,
  pitch: 0,
  bank: 0,
  thrust: 0,
  flaps: 0,
  gear: 1,
  spoilers: 0,
  aside: 330,
  heading: 0,
  pace: 0,
};
const TAXIING = { ...GATE, speed: 0, thrust: 0.12, aside: 236 };
const LINED_UP = { ...GATE, thrust: 0.12, flaps: 0.35, aside: 0 };
const CLIMBING = {
  ...LINED_UP,
  height: 420,
  speed: 85,
  pitch: 15,
  thrust: 1,
  gear: 0,
  flaps: 0.35,
};
const LEVEL = {
  ...CLIMBING,
  height: CRUISE_HEIGHT_M,
  speed: 230,
  pitch: 2.5,
  thrust: 0.72,
  flaps: 0,
};
const ARRIVING = { ...LEVEL, height: 1_600, speed: 110, pitch: 1, thrust: 0.18, flaps: 0.15 };
const ON_FINAL = { ...ARRIVING, height: 160, speed: 72, pitch: 3, thrust: 0.4, flaps: 1, gear: 1 };

// Speeds, pitch angles, flaps and the order of things are those of an A320 in its manufacturer's procedures as
// told by Airbus, "Getting to Grips with Aircraft Performance" (2002), chapters on take-off, climb, descent and landing:
// rotation to about 15°, thrust reduced soon after, 2 to 3° in cruise, idle in descent, some 3° on the glide path.
const COURSES: Record<RehearsalPhase, { start: AircraftState; course: Course }> = {
  boarding: { start: GATE, course: [[1, {}]] },
  push_back: {
    start: GATE,
    course: [
      [0.12, { speed: 0, heading: 0 }],
      [0.3, { speed: -1.4 }],
      [0.4, { heading: 62 }],
      [0.66, { heading: 62 }],
      [0.8, { speed: -1.4, thrust: 0.02 }],
      [1, { speed: 0, aside: 236, heading: 0, thrust: 0.12 }],
    ],
  },
  de_icing: { start: TAXIING, course: [[1, {}]] },
  taxi: {
    start: TAXIING,
    course: [
      [0.08, { heading: 0 }],
      [0.12, { speed: 8 }],
      [0.2, { heading: -48 }],
      [0.25, { flaps: 0.35 }],
      [0.28, { heading: -48 }],
      [0.4, { heading: 0 }],
      [0.58, { heading: 0 }],
      [0.7, { heading: -62 }],
      [0.8, { speed: 9, heading: -62 }],
      [0.95, { heading: 0 }],
      [1, { speed: 0, aside: 0 }],
    ],
  },
  take_off: {
    start: LINED_UP,
    course: [
      [0.1, { thrust: 0.25, speed: 1 }],
      [0.2, { thrust: 1, speed: 12 }],
      [0.55, { speed: 72, pitch: 0 }],
      [0.66, { speed: 76, pitch: 11, height: 12 }],
      [0.78, { pitch: 15, height: 120, gear: 1 }],
      [0.95, { gear: 0 }],
      [1, { speed: 85, height: 420 }],
    ],
  },
  climb: {
    start: CLIMBING,
    course: [
      [0.08, { thrust: 1, height: 900 }],
      [0.14, { thrust: 0.78, pitch: 10, height: 1_200 }],
      [0.2, { bank: 0 }],
      [0.28, { bank: 19, height: 2_300, flaps: 0 }],
      [0.36, { bank: 19 }],
      [0.45, { bank: -18, height: 5_200, pitch: 7 }],
      [0.54, { bank: -18 }],
      [0.55, { height: 8_300, speed: 190 }],
      [0.62, { bank: 0 }],
      [0.7, { height: 9_600, pitch: 5 }],
      [1, { height: CRUISE_HEIGHT_M, speed: 230, pitch: 2.5, thrust: 0.72 }],
    ],
  },
  cruise: {
    start: LEVEL,
    course: [
      [0.4, { bank: 0 }],
      [0.5, { bank: -7 }],
      [0.6, { bank: 0 }],
      [1, {}],
    ],
  },
  descent: {
    start: LEVEL,
    course: [
      [0.08, { thrust: 0.1, pitch: 0 }],
      [0.2, { pitch: -2, height: 9_700 }],
      [0.3, { spoilers: 0 }],
      [0.36, { spoilers: 0.4, height: 7_900 }],
      [0.5, { spoilers: 0.4, height: 3_700, bank: 0 }],
      [0.55, { bank: 17 }],
      [0.56, { spoilers: 0, height: 2_500, pitch: -1 }],
      [0.61, { bank: 17 }],
      [0.68, { bank: -14 }],
      [0.7, { height: 2_100 }],
      [0.74, { bank: -14 }],
      [0.8, { bank: 0, height: 1_900, speed: 130 }],
      [1, { height: 1_600, speed: 110, pitch: 1, thrust: 0.18, flaps: 0.15 }],
    ],
  },
  holding: {
    start: ARRIVING,
    course: [
      [0.1, { bank: 22, thrust: 0.35 }],
      [0.4, { bank: 22 }],
      [0.48, { bank: 0 }],
      [0.56, { bank: 0 }],
      [0.64, { bank: 22 }],
      [0.9, { bank: 22, thrust: 0.35 }],
      [1, { bank: 0, thrust: 0.18 }],
    ],
  },
  approach: {
    start: ARRIVING,
    course: [
      [0.1, { bank: 14, flaps: 0.15 }],
      [0.25, { bank: 14, flaps: 0.4, height: 1_250 }],
      [0.35, { bank: 0, gear: 0, height: 1_000 }],
      [0.48, { gear: 1, thrust: 0.3, height: 760, pitch: 2 }],
      [0.65, { flaps: 1, speed: 76, thrust: 0.45, height: 500 }],
      [1, { height: 160, speed: 72, pitch: 3, thrust: 0.4 }],
    ],
  },
  go_around: {
    start: ON_FINAL,
    course: [
      [0.12, { thrust: 1, pitch: 12, height: 150 }],
      [0.3, { thrust: 1, gear: 1, flaps: 0.5, height: 420, pitch: 14 }],
      [0.42, { gear: 0, bank: 0 }],
      [0.52, { bank: 20, thrust: 0.55, pitch: 6, height: 1_050, speed: 105 }],
      [0.85, { bank: 20, height: 1_600 }],
      [1, { bank: 0, height: 1_600, speed: 110, pitch: 1, thrust: 0.18, flaps: 0.15 }],
    ],
  },
  landing: {
    start: ON_FINAL,
    course: [
      [0.3, { height: 26, speed: 69, thrust: 0.4 }],
      [0.4, { height: 3, pitch: 5.5, thrust: 0.05 }],
      [0.44, { height: 0, speed: 66, pitch: 4, spoilers: 0 }],
      [0.48, { spoilers: 1, pitch: 0, thrust: 0.05 }],
      [0.54, { thrust: 0.5 }],
      [0.72, { speed: 22, thrust: 0.5, spoilers: 1 }],
      [0.78, { thrust: 0.12, spoilers: 0.5 }],
      [1, { speed: 7, spoilers: 0, flaps: 0.5, thrust: 0.12 }],
    ],
  },
};

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

/** Returns one value at a share of a phase, eased from row to row. */
function getValue({ start, course }: (typeof COURSES)[RehearsalPhase], name: Value, share: number) {
  let [at, value] = [0, start[name]];
  for (const [next, values] of course) {
    const to = values[name];
    if (to === undefined) continue;
    if (share < next) return value + (to - value) * ease((share - at) / (next - at));
    [at, value] = [next, to];
  }
  return value;
}

const VALUES = Object.keys(GATE) as Value[];

const PARTS = 200;
const sidewaysSums = new Map<RehearsalPhase, readonly number[]>();

/** Returns how far the nose leads to the side by each share of a phase, for a phase of one second. */
function addUpSideways(phase: RehearsalPhase): readonly number[] {
  const known = sidewaysSums.get(phase);
  if (known) return known;
  const sums = [0];
  for (let part = 0; part < PARTS; part++) {
    const share = (part + 0.5) / PARTS;
    const speed = getValue(COURSES[phase], 'speed', share);
    const heading = getValue(COURSES[phase], 'heading', share);
    sums.push(sums[part]! + (speed * Math.sin((heading * Math.PI) / 180)) / PARTS);
  }
  sidewaysSums.set(phase, sums);
  return sums;
}

/**
 * Computes where an aircraft that is steered on the ground is: it goes where its nose points. In a long phase it turns
 * less, in a short one it goes faster than it would, so that it comes to where the next phase begins.
 */
function steer(phase: RehearsalPhase, share: number, seconds: number, state: AircraftState) {
  const sums = addUpSideways(phase);
  const whole = sums[PARTS]!;
  if (whole === 0) return { pace: state.speed };
  const at = Math.min(PARTS - 1, Math.floor(share * PARTS));
  const done = sums[at]! + (sums[at + 1]! - sums[at]!) * (share * PARTS - at);
  const begin = COURSES[phase].start.aside;
  const way = getValue(COURSES[phase], 'aside', 1) - begin;
  const stretch = way / (whole * seconds);
  const aside = begin + way * (done / whole);
  if (stretch > 1) return { aside, pace: state.speed * stretch };
  const sine = stretch * Math.sin((state.heading * Math.PI) / 180);
  return { aside, pace: state.speed, heading: (Math.asin(sine) * 180) / Math.PI };
}

/** Computes how the aircraft flies at a time in seconds; continuous within a phase and from one phase to the next. */
export function getAircraftState(
  phases: readonly TimedRehearsalPhase[],
  time: number,
): AircraftState {
  const { phase, index, share } = getRehearsalPhaseAt(phases, time);
  const course = COURSES[phase];
  const state = { ...GATE };
  for (const name of VALUES) state[name] = getValue(course, name, share);
  const { from, to } = phases[index]!;
  return { ...state, ...steer(phase, share, to - from, state) };
}
