/** One reading of a phone's motion sensor, with gravity in it. */
export interface MotionSample {
  /** Milliseconds, on any clock. */
  at: number;
  /** Acceleration along the phone's axes, in m/s². */
  x: number;
  y: number;
  z: number;
  /** How fast the phone turns, in degrees a second; null where the device has no gyroscope. */
  turning: number | null;
}

/** The words for how rough it is, one scale for the meter and for practice. */
export type RoughnessWord = 'smooth' | 'light' | 'moderate';

/**
 * Below so much no discomfort is felt: 0.315 m/s² r.m.s. (ISO 2631-1:1997, annex C), of which random motion reaches some three
 * times at its peaks.
 */
const LIGHT_G = 0.1;
/** ICAO: light below 0.5 g of change at the centre of gravity, moderate from 0.5 to 1.0 g (PANS-ATM, special air-reports). */
const MODERATE_G = 0.5;

/** Returns the word for the largest change of weight, in g; the strongest word is that for everything above it. */
export function classifyRoughness(change: number): RoughnessWord {
  if (change < LIGHT_G) return 'smooth';
  return change < MODERATE_G ? 'light' : 'moderate';
}

/** What the meter says: it is still learning how the phone lies, the phone is moved by a person, or how rough it is. */
export type TurbulenceMeterState =
  | { state: 'settling' | 'moved' }
  | {
      state: 'reading';
      /** Times the weight at rest: the lowest and the highest of the last ten seconds. */
      lowest: number;
      highest: number;
      word: RoughnessWord;
      /** The last twenty seconds, ten values a second, the oldest first. */
      trace: readonly number[];
    };

/** The phone has to lie for so long before anything is said. */
const SETTLE_MS = 2000;
const PEAK_MS = 10_000;
const TRACE_MS = 20_000;
const TRACE_STEP_MS = 100;
/** Two low-pass steps of this time constant leave the motion of the aircraft and take the hum of the cabin, in seconds. */
const SMOOTHING_S = 0.045;
/** How slowly the direction of gravity follows, in seconds: a take-off roll or a turn is over before it does. */
const GRAVITY_S = 20;
/** A phone that lies still turns with the aircraft, by some 5 degrees a second at most; in a hand it turns faster. */
const HELD_TURNING = 8;
const TURNING_S = 0.7;
/** In a hand it goes on for some time after the last turn. */
const HELD_MS = 1500;

type Vector = readonly [number, number, number];
const ZERO: Vector = [0, 0, 0];
const getLength = ([x, y, z]: Vector) => Math.hypot(x, y, z);
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const blend = (from: Vector, to: Vector, part: number): Vector => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
];

/**
 * Creates the turbulence meter. It learns the direction and the size of gravity while the phone lies, removes them, and reads
 * what is left along that direction as times the weight at rest. What a hand does to the phone is recognised by how it turns.
 * Nothing of it is stored or sent.
 */
export function createTurbulenceMeter() {
  let last: number | null = null;
  let settledSince: number | null = null;
  /** Sum of the samples while it settles, and their number. */
  let sum = ZERO;
  let count = 0;
  let gravity = ZERO;
  /** What the sensor reads at rest, in m/s²: it may be some per cent off. */
  let weight = 9.81;
  let smooth: [number, number] = [1, 1];
  let turning = 0;
  let movedUntil = 0;
  let values: { at: number; value: number }[] = [];

  const forget = () => {
    settledSince = null;
    sum = ZERO;
    count = 0;
    values = [];
  };

  const settle = (vector: Vector, at: number) => {
    settledSince ??= at;
    sum = [sum[0] + vector[0], sum[1] + vector[1], sum[2] + vector[2]];
    count++;
    gravity = blend(ZERO, sum, 1 / count);
    weight = getLength(gravity);
    smooth = [1, 1];
  };

  return {
    follow: ({ at, x, y, z, turning: turn }: MotionSample): void => {
      const seconds = last === null ? 0 : Math.min(0.2, Math.max(0, (at - last) / 1000));
      last = at;
      turning += ((turn ?? 0) - turning) * Math.min(1, seconds / TURNING_S);
      if (turning > HELD_TURNING) movedUntil = at + HELD_MS;
      if (at < movedUntil) return forget();
      const vector: Vector = [x, y, z];
      if (settledSince === null || at - settledSince < SETTLE_MS) return settle(vector, at);
      gravity = blend(gravity, vector, Math.min(1, seconds / GRAVITY_S));
      const value = dot(vector, gravity) / getLength(gravity) / weight;
      const part = seconds / (seconds + SMOOTHING_S);
      const first = smooth[0] + (value - smooth[0]) * part;
      smooth = [first, smooth[1] + (first - smooth[1]) * part];
      values.push({ at, value: smooth[1] });
      if (at - values[0]!.at > TRACE_MS + 1000)
        values = values.filter((one) => at - one.at <= TRACE_MS);
    },
    read: (): TurbulenceMeterState => {
      const now = last ?? 0;
      if (now < movedUntil) return { state: 'moved' };
      const recent = values.filter(({ at }) => now - at <= PEAK_MS).map(({ value }) => value);
      if (recent.length === 0) return { state: 'settling' };
      const lowest = Math.min(1, ...recent);
      const highest = Math.max(1, ...recent);
      const word = classifyRoughness(Math.max(highest - 1, 1 - lowest));
      return { state: 'reading', lowest, highest, word, trace: thin(values) };
    },
  };
}

/** Keeps ten values a second of the last twenty seconds. */
function thin(values: readonly { at: number; value: number }[]): number[] {
  const end = values.at(-1)?.at ?? 0;
  const kept: number[] = [];
  let next = end - TRACE_MS;
  for (const { at, value } of values)
    if (at >= next) {
      kept.push(value);
      next = Math.max(next, at - TRACE_STEP_MS) + TRACE_STEP_MS;
    }
  return kept;
}

/** What the aircraft must carry, in times its weight, and the paragraphs that say so. */
export const STRUCTURAL_LOAD_LIMITS = {
  /** CS 25.337(b): the positive limit manoeuvring load factor may not be less than 2.5; borne without lasting change (25.305(a)). */
  limit: 2.5,
  /** CS 25.337(c): the negative one not less than 1.0 downwards, up to the design cruising speed. */
  downwards: -1,
  /** CS 25.303: half as much again, which the tests show that it bears for three seconds (25.305(b)). */
  ultimate: 2.5 * 1.5,
} as const;
