import type { MotionSample } from './motion.ts';

/** What of a flight the motion alone can tell: that it runs to take off, or that it has touched down. */
export type RunwayPhase = 'take_off' | 'landing';

/** The phone has to lie for so long before anything is said. */
const SETTLE_MS = 4_000;
/** What a hand does to a phone, in degrees a second; an aircraft turns it by five at most (decision 125). */
const HELD_TURNING = 8;
const TURNING_S = 0.7;
/** Averages away joints of the runway and the hum, in seconds. */
const SMOOTHING_S = 1.2;
/**
 * How hard it has to push along the floor, in times one's weight. A take-off roll pushes by 0.15 to 0.3, brakes after landing by 0.17
 * (autobrake “low”) to 0.3 (“medium”); on the taxiway it is less, or soon over.
 */
const PUSH = 0.11;
/** For how long it has to push in one direction: brakes of a taxiing aircraft, and turns, are over before. */
const ROLL_MS = 9_000;
const BRAKING_MS = 4_000;
/** How closely before or after the brakes begin a bump has to be, and how strong, in times one's weight. */
const BUMP_MS = 5_000;
const BUMP = 0.2;
/** Below this the phone lies as before, and the direction of gravity follows with this slowness, in seconds. */
const REST = 0.05;
const REST_S = 30;
/** A lean that lasts is how the phone lies now. */
const LEAN_MS = 60_000;

type Vector = readonly [number, number, number];
const ZERO: Vector = [0, 0, 0];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const blend = (from: Vector, to: Vector, part: number): Vector => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
];
const scale = (vector: Vector, by: number): Vector => [
  vector[0] * by,
  vector[1] * by,
  vector[2] * by,
];

/**
 * Creates what recognises the awaited take-off roll or touch-down by the motion of a phone that lies: a push along the floor in one direction,
 * longer than brakes or turns on a taxiway take; for a touch-down, a shorter one with a bump where it begins. `follow` takes a sample into
 * account and returns whether it is recognised now, once for each push. It is a proposal, for a person to confirm. Nothing is stored.
 */
export function createRunwayMotionDetector(awaited: RunwayPhase) {
  let last: number | null = null;
  let settledSince: number | null = null;
  let rest = ZERO;
  let smooth = ZERO;
  let count = 0;
  let turning = 0;
  let bumpAt = -Infinity;
  let push: { since: number; direction: Vector; isBumped: boolean; isTold: boolean } | null = null;

  const forget = () => {
    settledSince = null;
    count = 0;
    push = null;
    return false;
  };

  /** Follows a push along the floor, in times one's weight. */
  const feel = (along: Vector, at: number): boolean => {
    const size = Math.hypot(...along);
    if (push && dot(push.direction, along) < 0.8 * size) push = null;
    if (size < PUSH) {
      push = null;
      return false;
    }
    push ??= { since: at, direction: scale(along, 1 / size), isBumped: false, isTold: false };
    push.isBumped ||= Math.abs(push.since - bumpAt) < BUMP_MS;
    const lasted = at - push.since;
    if (lasted > LEAN_MS) return forget();
    const isIt = awaited === 'landing' ? push.isBumped && lasted >= BRAKING_MS : lasted >= ROLL_MS;
    if (!isIt || push.isTold) return false;
    push.isTold = true;
    return true;
  };

  return {
    follow: ({ at, x, y, z, turning: turn }: MotionSample): boolean => {
      const seconds = last === null ? 0 : Math.min(0.2, Math.max(0, (at - last) / 1000));
      last = at;
      turning += ((turn ?? 0) - turning) * Math.min(1, seconds / TURNING_S);
      if (turning > HELD_TURNING) return forget();
      const vector: Vector = [x, y, z];
      settledSince ??= at;
      if (at - settledSince < SETTLE_MS) {
        count++;
        rest = blend(rest, vector, 1 / count);
        smooth = rest;
        return false;
      }
      const weight = Math.hypot(...rest);
      const down = scale(rest, 1 / weight);
      if (Math.abs(dot(vector, down) / weight - 1) > BUMP) bumpAt = at;
      smooth = blend(smooth, vector, seconds / (seconds + SMOOTHING_S));
      const felt = scale(smooth, 1 / weight);
      const upright = scale(down, dot(felt, down));
      const along: Vector = [felt[0] - upright[0], felt[1] - upright[1], felt[2] - upright[2]];
      if (Math.hypot(...along) < REST) rest = blend(rest, vector, seconds / REST_S);
      return feel(along, at);
    },
  };
}
